import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";
import { Ring } from "./step-mark.tsx";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "size" | "icon"> {
  /** `sign` fills with ink: the one act that counts most. `ink` and `bad` are coloured words. */
  look?: "plain" | "sign" | "ink" | "bad" | "bare";
  size?: "small" | "normal" | "large";
  icon?: IconName;
  /** The key that does the same. */
  keys?: string;
  /** The server has not answered yet. */
  busy?: boolean;
  children?: ComponentChildren;
}

export function Button({ look = "plain", size = "normal", icon, keys, busy, children, ...rest }: ButtonProps) {
  const { class: more, ...others } = rest;
  return (
    <button
      type="button"
      {...others}
      class={`button ${look} ${size}${more ? ` ${more}` : ""}`}
      disabled={busy === true || others.disabled === true}
      aria-busy={busy === true}
    >
      {busy ? <Ring /> : icon && <Icon name={icon} />}
      {children !== undefined && <span class="button-words">{children}</span>}
      {keys !== undefined && <Kbd keys={keys} />}
    </button>
  );
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink(
  props: Pick<ButtonProps, "look" | "size" | "icon" | "keys" | "children"> & AnchorHTMLAttributes<HTMLAnchorElement>,
) {
  const { look = "plain", size = "normal", icon, keys, children, class: more, ...rest } = props;
  return (
    <a {...rest} class={`button ${look} ${size}${more ? ` ${more}` : ""}`}>
      {icon && <Icon name={icon} />}
      <span class="button-words">{children}</span>
      {keys !== undefined && <Kbd keys={keys} />}
    </a>
  );
}
