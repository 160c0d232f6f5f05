import type { HonoRequest } from "hono";
import { refuse } from "./refuse.ts";

const LARGEST = 1024 * 1024;

/** The text of a JSON body of at most 1 MiB, or why it is not taken. */
export async function readBody(request: HonoRequest): Promise<string | Response> {
  const type = request.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    return refuse(415, { kind: "not_json", message: "Send JSON, with content-type: application/json." });
  }
  if (Number(request.header("content-length") ?? 0) > LARGEST) return tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of request.raw.body ?? []) {
      length += part.length;
      if (length > LARGEST) return tooLarge();
      parts.push(part);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch (error) {
    const isText = error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
    return isText
      ? refuse(400, { kind: "malformed", message: "The body is not UTF-8." })
      : refuse(408, { kind: "timed_out", message: "The request did not arrive whole." });
  }
}

/** The rest is not read, so the connection ends with the answer. */
function tooLarge(): Response {
  return refuse(413, { kind: "too_large", message: "A request may have 1 MiB." }, { connection: "close" });
}
