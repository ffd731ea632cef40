import { AppError } from "../../common/errors";
import { fromNetworkError } from "./http-errors";

/**
 * The whole body of a response. Rejects with "unexpected-answer" for one that is longer than
 * `limit` bytes, and with the failure of the connection.
 */
export async function readWhole(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit) throw new AppError("unexpected-answer", "the response is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    throw fromNetworkError(error);
  }
  return Buffer.concat(chunks);
}
