import { AppError } from "../common/errors";
import { readJsonList } from "./json-list";

/** Yields the strings of a JSON array as they come. Rejects with "unexpected-answer" when it holds anything else. */
export async function* readStringList(body: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  for await (const portion of readJsonList(body)) {
    if (!portion.every((element) => typeof element === "string"))
      throw new AppError("unexpected-answer", "the answer is not a list of texts");
    yield portion;
  }
}
