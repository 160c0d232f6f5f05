/** A component of a message or a modal, with the fields that any of them has. */
export interface Component {
  readonly type: number;
  readonly id?: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly description?: string;
  readonly content?: string;
  readonly style?: number;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly url?: string;
  readonly emoji?: { readonly id?: string; readonly name?: string };
  readonly placeholder?: string;
  readonly value?: string;
  readonly default?: boolean;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly min_values?: number;
  readonly max_values?: number;
  readonly options?: readonly ComponentOption[];
  readonly components?: readonly Component[];
  readonly component?: Component;
  readonly accessory?: Component;
  readonly items?: readonly { readonly media: Media; readonly description?: string | null }[];
  readonly media?: Media;
  readonly file?: Media;
  readonly [name: string]: unknown;
}

export interface ComponentOption {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly default?: boolean;
}

export interface Media {
  readonly url: string;
  readonly attachment_id?: string;
}

export const ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
export const MENTIONABLE_SELECT = 7;
export const CHANNEL_SELECT = 8;
export const SECTION = 9;
export const TEXT = 10;
export const THUMBNAIL = 11;
export const GALLERY = 12;
export const FILE = 13;
export const SEPARATOR = 14;
export const CONTAINER = 17;
export const LABEL = 18;
export const FILE_UPLOAD = 19;
export const RADIO_GROUP = 21;
export const CHECKBOX_GROUP = 22;
export const CHECKBOX = 23;

export const SELECTS: readonly number[] = [STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT];

/** A component and everything in it, from top to bottom. */
export function* everyComponent(components: readonly Component[]): Generator<Component> {
  for (const component of components) {
    yield component;
    yield* everyComponent(component.components ?? []);
    for (const inner of [component.component, component.accessory]) if (inner) yield* everyComponent([inner]);
  }
}
