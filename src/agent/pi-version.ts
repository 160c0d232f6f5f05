/** The package of pi, which need not be installed: only planning, steps with a model and the terminal app need it. */
export const PI_PACKAGE = "@earendil-works/pi-coding-agent";

/** The versions of pi that every test about pi runs on, the newest last. */
export const TESTED_PI = ["0.87.1", "1.5.0"] as const;

export const INSTALL_PI = `npm install ${PI_PACKAGE}@${TESTED_PI.at(-1)}`;

/** "tested": one of those. "untested": between them, or a newer one of the same major version. "unsupported": any other. */
export function standingOfPi(version: string): "tested" | "untested" | "unsupported" {
  if (TESTED_PI.some((tested) => tested === version)) return "tested";
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/).map(Number);
  const isNewEnough = major >= 1 || minor > 87 || (minor === 87 && patch >= 1);
  return isNewEnough && major < 2 ? "untested" : "unsupported";
}
