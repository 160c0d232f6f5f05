/** Discord opens a form within three seconds of the click; the request for it takes some of them. */
const FORM_MS = 1_500;

export async function withinDeadline<Found>(finding: Promise<Found>, milliseconds = FORM_MS): Promise<Found | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, milliseconds, "late");
  });
  try {
    return await Promise.race([finding, late]);
  } finally {
    clearTimeout(timer);
  }
}
