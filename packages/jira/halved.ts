import { statusOf } from './errors.ts';

/** The replies for all ids: by one call, or by calls for each half where the host finds a call too large (413). */
export async function halved<T>(
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<T>,
): Promise<T[]> {
  try {
    return [await ask(ids)];
  } catch (error) {
    if (statusOf(error) !== 413 || ids.length < 2) throw error;
    const middle = ids.length >> 1;
    const halves = [ids.slice(0, middle), ids.slice(middle)].map(half => halved(half, ask));
    return (await Promise.all(halves)).flat();
  }
}
