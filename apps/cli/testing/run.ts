import { main } from '../main.ts';

/** What a command line ends with and what it wrote. */
export async function run(...args: string[]) {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await main(args, { out: stream('out'), err: stream('err') });
  return { code, ...written };
}
