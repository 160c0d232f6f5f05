import { defined } from "../../src/plan/defined.ts";
import { nested, type Path, type Problem } from "./limits/form.ts";

const REFUSALS = {
  unauthorized: [401, 0, "401: Unauthorized"],
  notFound: [404, 0, "404: Not Found"],
  broken: [500, 0, "500: Internal Server Error"],
  unknownChannel: [404, 10003, "Unknown Channel"],
  unknownGuild: [404, 10004, "Unknown Guild"],
  unknownMember: [404, 10007, "Unknown Member"],
  unknownMessage: [404, 10008, "Unknown Message"],
  unknownUser: [404, 10013, "Unknown User"],
  unknownWebhook: [404, 10015, "Unknown Webhook"],
  unknownInteraction: [404, 10062, "Unknown interaction"],
  unknownCommand: [404, 10063, "Unknown application command"],
  tooLarge: [413, 40005, "Request entity too large"],
  alreadyAcknowledged: [400, 40060, "Interaction has already been acknowledged."],
  missingAccess: [403, 50001, "Missing Access"],
  notYourMessage: [403, 50005, "Cannot edit a message authored by another user"],
  empty: [400, 50006, "Cannot send an empty message"],
  notText: [400, 50008, "Cannot send messages in a non-text channel"],
  missingPermissions: [403, 50013, "Missing Permissions"],
  invalidToken: [401, 50027, "Invalid Webhook Token"],
  archived: [400, 50083, "Thread is archived"],
  hasThread: [400, 160004, "A thread has already been created for this message"],
} as const;

/** An answer of Discord's that is no success, with the code that bots look at. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: object | undefined;

  constructor(status: number, code: number, message: string, errors?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  get body(): object {
    const { message, code, errors } = this;
    return { message, code, ...defined({ errors }) };
  }
}

export function refusal(kind: keyof typeof REFUSALS): Refusal {
  const [status, code, message] = REFUSALS[kind];
  return new Refusal(status, code, message);
}

/** Refuses a body with everything that is wrong with it; `at` is where it stands in the whole. */
export function refuseForm(problems: readonly Problem[], at: Path = []): void {
  if (problems.length === 0) return;
  const placed = problems.map((problem) => ({ ...problem, path: [...at, ...problem.path] }));
  throw new Refusal(400, 50035, "Invalid Form Body", nested(placed));
}
