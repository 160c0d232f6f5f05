/** Discord waits three seconds for a form; the way to it takes some of them. */
const WHILE_DISCORD_WAITS = 1_500;

/** What is found out in time, or that it was too late. */
export async function withinDeadline<Found>(looking: Promise<Found>): Promise<Found | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), WHILE_DISCORD_WAITS);
  });
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}
