import type { OnBytes } from '@tallyboard/jira/http.ts';

export async function readBytes(reply: Response, onBytes: OnBytes = () => {}): Promise<Uint8Array> {
  let count = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.length;
      onBytes(count);
      controller.enqueue(chunk);
    },
  });
  const counted = new Response(reply.body?.pipeThrough(counter));
  return new Uint8Array(await counted.arrayBuffer());
}
