/** Sizes in px of a count: a digit row with a label of two lines below, and as wide as a word of 15 letters. */
const WIDTH = 112;
const HEIGHT = 76;
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
export function fitCounts(count: number, room: { width: number; height: number }): CountFit {
  const fits = SCALES.map(scale => {
    const along = (length: number, size: number) =>
      Math.max(1, Math.floor((length / scale + GAP) / (size + GAP)));
    const most = along(room.width, WIDTH);
    const capacity = most * along(room.height, HEIGHT);
    const shown = count <= capacity ? count : capacity - 1;
    // Rows of like length.
    const cells = Math.min(count, capacity);
    const columns = Math.max(1, Math.ceil(cells / Math.ceil(cells / most)));
    return { columns, shown, scale };
  });
  const [best] = fits.toSorted((a, b) => b.shown - a.shown);
  return best ?? { columns: 1, shown: count, scale: 1 };
}
