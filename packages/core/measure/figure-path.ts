/**
 * Paths of figures in a result, for links. List items are named by id, not by index: 'groups/~Ana Roy/resolved'. A figure by the boards of
 * a set has that of the whole behind its board: 'byBoard/board:7/groups/~Ana Roy/resolved'.
 */

import type { BoardRows, Figure } from '../model/result.ts';
import { ofBoard } from './board-figure.ts';
import { countOf } from './figures.ts';

const BY_BOARD = 'byBoard';

/** Of the figure of a board, from the path of the whole. */
export const boardFigurePath = (board: string, whole: string): string =>
  `${BY_BOARD}/${encodeURIComponent(board)}/${whole}`;

/** The board, and the path of the figure of which the board has a part; null for other figures. */
export function boardOfPath(
  path: string,
): { readonly board: string; readonly whole: string } | null {
  const [first, board = '', ...whole] = path.split('/');
  return first === BY_BOARD ? { board: decode(board), whole: whole.join('/') } : null;
}

const IDENTITY = ['id', 'key', 'value', 'name', 'label', 'code'];

/** The path of a figure in the result; null without one. Figures that views and notes create are found by their issues. */
export function figurePath(result: unknown, figure: Figure): string | null {
  return (
    pathOf(result, at => at === figure) ??
    pathOf(result, at => 'issues' in at && at.issues === figure.issues)
  );
}

/** The path of the first object for which `isIt` is true. */
export function pathOf(result: unknown, isIt: (at: object) => boolean): string | null {
  const steps = find(result, isIt, 0);
  return steps === null ? null : steps.map(encodeURIComponent).join('/');
}

/** The figure at a path; null without one. */
export function figureAt(result: unknown, path: string): Figure | null {
  const ofSet = boardOfPath(path);
  if (ofSet) {
    const whole = figureAt(result, ofSet.whole);
    const boards = child(result, 'boards') as readonly BoardRows[] | undefined;
    return whole && boards ? ofBoard(boards, ofSet.board)(whole) : null;
  }
  const at = objectAt(result, path);
  if (!isObject(at) || !('issues' in at) || !(at.issues instanceof Uint32Array)) return null;
  return isFigure(at) ? at : countOf(at.issues);
}

export function objectAt(result: unknown, path: string): unknown {
  let at: unknown = result;
  for (const step of path.split('/')) at = child(at, decode(step));
  return at;
}

const MAX_DEPTH = 12;

function find(at: unknown, found: (at: object) => boolean, depth: number): string[] | null {
  if (!isObject(at) || ArrayBuffer.isView(at) || depth > MAX_DEPTH) return null;
  if (found(at)) return [];
  for (const [step, value] of children(at)) {
    const below = find(value, found, depth + 1);
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

const isFigure = (at: object): at is Figure => 'value' in at && 'issues' in at;
