/**
 * What Discord takes. It refuses a whole message for one character too many, and discord.js does not look. Lengths are
 * counted in UTF-16 units: that is never less than what Discord counts.
 */
export const LIMITS = {
  /** Of a message, nested ones too. */
  components: 40,
  /** On the top of a message, and in a container. */
  children: 10,
  /** In all texts of a message together, with those on buttons and in menus. */
  text: 4000,
  /** Of the text displays of a message in UTF-8, with `bytesEach` for each. With more Discord fails with status 500. */
  bytes: 10_170,
  bytesEach: 12,
  buttonsInRow: 5,
  label: 80,
  customId: 100,
  url: 512,
  options: 25,
  option: 100,
  placeholder: 150,
  galleryItems: 10,
  alternative: 1024,
  files: 10,
  fileBytes: 10 * 1024 * 1024,
  fileName: 260,
  modalTitle: 45,
  modalParts: 5,
  modalLabel: 45,
  modalDescription: 100,
  modalPlaceholder: 100,
  input: 4000,
  /** Of a radio group, or of check boxes. */
  group: 10,
} as const;
