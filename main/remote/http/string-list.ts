import { AppError } from "../../common/errors";
import { readJsonList } from "./json-list";

/**
 * Streams a JSON array of strings. Rejects with "unexpected-answer" if the array contains any other
 * value.
 */
export async function* readStringList(body: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  for await (const chunk of readJsonList(body)) {
    if (!chunk.every((element) => typeof element === "string"))
      throw new AppError("unexpected-answer", "the response is not a list of texts");
    yield chunk;
  }
}
