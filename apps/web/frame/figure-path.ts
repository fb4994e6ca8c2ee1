/**
 * Names a figure by its place in a result, so that an open drill can stand in a link. Rows of a list are named by what
 * identifies them, not by their position: after a reload 'groups/~Ana Roy/resolved' is still Ana's.
 */
import type { Figure } from '@tallyboard/core/model/result.ts';

const IDENTITY = ['id', 'key', 'value', 'name', 'label'];

/** The path of this very figure in the result, or null when the result does not hold it. */
export function figurePath(result: unknown, figure: Figure): string | null {
  const steps = find(result, figure, 0);
  return steps === null ? null : steps.map(encodeURIComponent).join('/');
}

/** The figure at a path; null when the result has none there any more. */
export function figureAt(result: unknown, path: string): Figure | null {
  let at: unknown = result;
  for (const step of path.split('/')) at = child(at, decode(step));
  return isFigure(at) ? at : null;
}

const DEEPEST = 12;

function find(at: unknown, figure: Figure, depth: number): string[] | null {
  if (at === figure) return [];
  if (!isObject(at) || ArrayBuffer.isView(at) || depth > DEEPEST) return null;
  for (const [step, value] of children(at)) {
    const below = find(value, figure, depth + 1);
    if (below) return [step, ...below];
  }
  return null;
}

function* children(at: object): Iterable<[string, unknown]> {
  if (at instanceof Map) for (const [key, value] of at) yield [String(key), value];
  else if (Array.isArray(at))
    for (const [i, value] of at.entries()) yield [nameOf(value, i), value];
  else yield* Object.entries(at);
}

function child(at: unknown, step: string): unknown {
  if (!isObject(at) || ArrayBuffer.isView(at)) return undefined;
  for (const [name, value] of children(at)) if (name === step) return value;
  return undefined;
}

function nameOf(value: unknown, index: number): string {
  if (isObject(value)) {
    for (const name of IDENTITY) {
      const identity = Reflect.get(value, name);
      if (typeof identity === 'string' || typeof identity === 'number') return `~${identity}`;
    }
  }
  return String(index);
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isFigure = (value: unknown): value is Figure =>
  isObject(value) && 'value' in value && 'issues' in value && ArrayBuffer.isView(value.issues);
