import { open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { REFUSAL } from './unrecognised.ts';

const HEAD = 1 << 16;

const SEE = 'import reads replies of the REST API: docs/cli.md';

/** By the first characters of a file. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'the file is empty'],
  [
    /^\s*<(?:!doctype html|html)/i,
    'a web page, perhaps of the sign-in: check the address and the token of the call',
  ],
  [/^\s*<(?:\?xml|rss)/i, `an XML export has no history or worklogs; ${SEE}`],
  [/^\s*[[{]\s*'/, `a text of Python, not JSON: write it with json.dumps; ${SEE}`],
  [/^\s*[[{]/, `no records of Jira; ${SEE}`],
  [
    /^[^\n{}<>]*[,;\t][^\n{}<>]*\r?\n/,
    `a CSV export is not read, and Jira's own has no history; ${SEE}`,
  ],
  [/^/, `not JSON; ${SEE}`],
];

/** Why a file has no records of Jira. `first`: what its first value is instead. */
export async function whyIgnored(path: string, first: string | null): Promise<string> {
  const head = await headOf(path);
  if (head.subarray(0, 2).toString() === 'PK') return 'a zip archive: unpack it';
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const hasText = head.subarray(0, 200).some((byte, at) => byte > 31 && head[at + 1] === 0);
  if (isWide || (hasText && head[0] !== 0x1f))
    return 'not UTF-8 but UTF-16, as PowerShell writes it: save it as UTF-8';
  const text = head.toString().replace(/^\uFEFF/, '');
  if (first !== null && !first.startsWith('This is') && /^\s*[[{]/.test(text))
    return uncapitalized(first);
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? '';
}

/** As the end of a sentence; what Jira said stays as it is. */
const uncapitalized = (text: string): string =>
  text.charAt(0).toLowerCase() +
  (text.startsWith(REFUSAL) ? text : text.replace(/\.$/, '')).slice(1);

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const head = buffer.subarray(0, bytesRead);
    const isZipped = head[0] === 0x1f && head[1] === 0x8b;
    return isZipped && bytesRead < HEAD ? gunzipSync(head) : head;
  } catch {
    return Buffer.alloc(0);
  } finally {
    await handle.close();
  }
}
