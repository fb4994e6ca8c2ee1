/** Pictures of charts: a browser takes seconds for each, so that recipients with the same figures share one. */
import { createHash } from 'node:crypto';
import { chartOf } from '../browser/figure-files.ts';
import { BrowserMissingError } from '../browser/find-browser.ts';

const MAX_PICTURES = 20;
/** Less than the deadline of the process that computes. */
const MAX_MS = 60_000;
const FAILED_MS = 300_000;

const pictures = new Map<string, Promise<string>>();

/** The first chart of a page in PNG, base64. Throws ChartMissingError or BrowserMissingError. */
export function chartPicture(html: string): Promise<string> {
  const key = createHash('sha256').update(html).digest('base64url');
  const known = pictures.get(key);
  if (known) return known;
  const drawn = draw(html);
  pictures.set(key, drawn);
  const [oldest] = pictures.keys();
  if (pictures.size > MAX_PICTURES && oldest !== undefined) pictures.delete(oldest);
  // A failure takes as long as a picture: recipients share it, and a later run tries again.
  drawn.catch(() => setTimeout(() => pictures.delete(key), FAILED_MS).unref());
  return drawn;
}

async function draw(html: string): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new BrowserMissingError('The browser did not draw the chart in a minute.')),
    MAX_MS,
  );
  try {
    return Buffer.from(await Promise.race([chartOf(html, 1, 'png'), late.promise])).toString(
      'base64',
    );
  } finally {
    clearTimeout(timer);
  }
}
