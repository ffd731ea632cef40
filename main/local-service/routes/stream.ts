/** Streamed responses of long lists. */

/**
 * A JSON array, sent page by page: memory is needed for one page only, whatever the length of the
 * list.
 */
export function streamArray(pages: AsyncGenerator<readonly unknown[]>): Response {
  const encoder = new TextEncoder();
  let isFirst = true;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let page = await pages.next();
        while (!page.done && page.value.length === 0) page = await pages.next();
        if (page.done) {
          controller.enqueue(encoder.encode(isFirst ? "[]" : "]"));
          controller.close();
          return;
        }
        const items = JSON.stringify(page.value).slice(1, -1);
        controller.enqueue(encoder.encode((isFirst ? "[" : ",") + items));
        isFirst = false;
      },
      async cancel() {
        await pages.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, { status: 200, headers: { "content-type": "application/json" } });
}
