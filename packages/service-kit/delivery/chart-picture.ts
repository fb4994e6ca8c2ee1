/** Pictures of charts: a browser takes seconds for each, so that recipients with the same figures share one. */
import { createHash } from 'node:crypto';
import { chartOf, gadgetCharts } from '../browser/figure-files.ts';
import { BrowserMissingError } from '../browser/find-browser.ts';

/** Pages whose pictures are kept. */
const MAX_PICTURES = 20;
/** Less than the deadline of the process that computes. */
const MAX_MS = 60_000;
const FAILED_MS = 300_000;

type Pictures = readonly (string | null)[];
const pictures = new Map<string, Promise<Pictures>>();

/** The first chart of a page in PNG, base64. Throws ChartMissingError or BrowserMissingError. */
export const chartPicture = async (html: string): Promise<string | null> =>
  (await shared(html, async () => [await chartOf(html, 1, 'png')]))[0] ?? null;

/** The first chart of each gadget of a dashboard's page; null where it has none. Throws BrowserMissingError. */
export const gadgetPictures = (html: string): Promise<Pictures> =>
  shared(html, () => gadgetCharts(html));

type Draw = () => Promise<readonly (Uint8Array | null)[]>;

function shared(html: string, draw: Draw): Promise<Pictures> {
  const key = createHash('sha256').update(html).digest('base64url');
  const known = pictures.get(key);
  if (known) return known;
  const drawn = inTime(draw);
  pictures.set(key, drawn);
  const [oldest] = pictures.keys();
  if (pictures.size > MAX_PICTURES && oldest !== undefined) pictures.delete(oldest);
  // A failure takes as long as a picture: recipients share it, and a later run tries again.
  drawn.catch(() => setTimeout(() => pictures.delete(key), FAILED_MS).unref());
  return drawn;
}

async function inTime(draw: Draw): Promise<Pictures> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new BrowserMissingError('The browser did not draw the chart in a minute.')),
    MAX_MS,
  );
  try {
    const drawn = await Promise.race([draw(), late.promise]);
    return drawn.map(each => each && Buffer.from(each).toString('base64'));
  } finally {
    clearTimeout(timer);
  }
}
