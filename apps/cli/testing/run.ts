import { Readable } from 'node:stream';
import { main } from '../main.ts';

/** What a command line ends with and what it wrote. */
export const run = (...args: string[]) => runWith('', ...args);

/** The same with a text to read. */
export async function runWith(input: string, ...args: string[]) {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string | Uint8Array) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    },
  });
  const streams = { in: Readable.from([input]), out: stream('out'), err: stream('err') };
  const code = await main(args, streams);
  return { code, ...written };
}
