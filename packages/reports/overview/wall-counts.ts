/** Sizes in px of a count: a row of digits with a label below, which has one line of up to 15 letters, else two. */
const WIDTH = 112;
const LETTERS = 15;
const DIGITS = 40;
const LINE = 18;
const GAP = 16;

const SCALES = [1.6, 1.3, 1, 0.86];

interface CountFit {
  readonly columns: number;
  /** How many counts are shown; the others are one '+3 more'. */
  readonly shown: number;
  /** Times the usual size. */
  readonly scale: number;
}

/** A grid of all counts in the largest type that fits; else as many as fit whole, and one cell for how many are left. */
export function fitCounts(
  labels: readonly string[],
  room: { width: number; height: number },
): CountFit {
  const count = labels.length;
  const height = DIGITS + (labels.every(({ length }) => length <= LETTERS) ? 1 : 2) * LINE;
  const fits = SCALES.map(scale => {
    const along = (length: number, size: number) =>
      Math.max(1, Math.floor((length / scale + GAP) / (size + GAP)));
    const most = along(room.width, WIDTH);
    const capacity = most * along(room.height, height);
    const shown = count <= capacity ? count : capacity - 1;
    // Rows of like length.
    const cells = Math.min(count, capacity);
    const columns = Math.max(1, Math.ceil(cells / Math.ceil(cells / most)));
    return { columns, shown, scale };
  });
  const [best] = fits.toSorted((a, b) => b.shown - a.shown);
  return best ?? { columns: 1, shown: count, scale: 1 };
}
