/**
 * Discord's limits. Cards, messages and forms keep to this table, and the Discord of the test kit
 * (`testing/discord`) enforces it. Discord refuses a whole message for one character too many, and discord.js does not check.
 * Lengths are counted in UTF-16 units: Discord's own count is never higher.
 */
export const LIMITS = {
  /** Of a message without components. */
  content: 2000,
  nonce: 25,
  /** Of a message, nested ones too. */
  components: 40,
  /** In all texts of a message together, with those on buttons and in menus. */
  text: 4000,
  /**
   * Of the text displays of a message in UTF-8, with `bytesEach` for each. With more, Discord fails with status 500
   * (discord-api-docs issue 8554, documented nowhere). Texts in Chinese, or of emoji, get there below 4000 characters.
   */
  bytes: 10_170,
  bytesEach: 12,
  buttonsInRow: 5,
  label: 80,
  customId: 100,
  url: 512,
  /** Of a menu. */
  options: 25,
  option: 100,
  placeholder: 150,
  sectionTexts: 3,
  galleryItems: 10,
  alternative: 1024,
  colour: 0xffffff,
  files: 10,
  fileBytes: 10 * 1024 * 1024,
  modalTitle: 45,
  modalParts: 5,
  modalLabel: 45,
  modalDescription: 100,
  modalPlaceholder: 100,
  input: 4000,
  /** Of a radio group, or of check boxes. */
  group: 10,
  uploads: 10,
  /** Suggestions while a person types an option of a command. */
  choices: 25,
  choice: 100,
  commandName: 32,
  commandDescription: 100,
  commandOptions: 25,
  /** All names, descriptions and values of a command together. */
  command: 8000,
} as const;
