/** The mark of Countersign: a signature over its line. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg class="mark" viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <rect class="mark-ground" width="64" height="64" rx="15" />
      <path
        class="mark-line"
        stroke-width="4"
        d="M12 40.500C16 30 20.500 20 24.500 20.500C29.500 21 18.500 40.500 23 41C27 41.500 30 28.500 34 28.500C37.500 28.500 32 39.500 36 39.500C39.500 39.500 41.500 32.500 45 32.500C47.500 32.500 46.500 36.500 52.500 35.500"
      />
      <path class="mark-line mark-rule" stroke-width="3" d="M14 50.500H50" />
    </svg>
  );
}
