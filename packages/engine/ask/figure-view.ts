/** A finished report for our own view of it outside of the pages: a file, or a frame inside an assistant. */
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import { stringify, unflatten } from 'devalue';
import type { ReportResult } from '../run-report.ts';
import type { ReportAnswer } from './answer-report.ts';

export interface FigureView extends Pick<ReportResult, 'context' | 'loaded' | 'computed'> {
  /** The id. */
  readonly report: string;
  readonly settings: unknown;
  readonly jql: string;
  /** The query before its report built its own from it. */
  readonly readerJql?: string | undefined;
  /** Whose rights the figures have, where these are not those of the reader. */
  readonly eyes?: string | undefined;
  /** The first issues of the result. */
  readonly rows: readonly IssueRow[];
  /** The keys of the issues after these, by row. */
  readonly keys: ReadonlyMap<number, string>;
}

/** What the page of the view reads: a view, and where its links lead. */
export interface FigureData {
  /** As `packView` wrote it. */
  readonly view: unknown;
  /** The address of the Jira that shows issues; null where there is none. */
  readonly jira: string | null;
  /** The page with the same figures; null where there is none. */
  readonly page: string | null;
  /** Where it has names of fields, which the settings do not. */
  readonly title?: string;
}

/** A dashboard, with the views of its gadgets in their order. */
export interface DashboardData extends Pick<FigureData, 'jira'> {
  readonly title: string;
  readonly gadgets: readonly DashboardFigure[];
}

export interface DashboardFigure {
  readonly title: string;
  /** The filter in words; in place of a view, what the gadget shows or why it has no figures. */
  readonly text: string;
  /** As `packView` wrote it. */
  readonly view: unknown | null;
}

/** A file is read once; a frame gets one message, and asks for the rest; a wall has no lists of issues. */
const MAX_ROWS = { file: 10_000, frame: 500, wall: 0 };
const MAX_KEYS = 20_000;

export type ViewPlace = keyof typeof MAX_ROWS;

/** Plain JSON, in which a list of issues that several figures share is there once. */
export async function packView(
  answer: Pick<ReportAnswer, 'request' | 'context' | 'loaded' | 'computed' | 'issues' | 'rows'> &
    Partial<Pick<ReportAnswer, 'eyes'>>,
  place: ViewPlace,
): Promise<unknown> {
  const { request, context, loaded, computed, issues, rows } = answer;
  const { report, settings, jql, readerJql } = request;
  const named = rowsIn(computed);
  const others = place === 'frame' ? named.slice(MAX_ROWS[place]) : [];
  const view: FigureView = {
    report: report.id,
    settings,
    jql,
    readerJql,
    eyes: answer.eyes ?? undefined,
    context,
    loaded,
    computed,
    rows: await rows(Uint32Array.from(named.slice(0, MAX_ROWS[place]))),
    keys: new Map(others.map(row => [row, issues[row]?.key ?? '?'])),
  };
  return JSON.parse(stringify(ownCopy(view)));
}

export const unpackView = (packed: unknown): FigureView =>
  unflatten(packed as Parameters<typeof unflatten>[0]) as FigureView;

/** The rows of issues that a result names, in its order. */
function rowsIn(result: unknown): readonly number[] {
  const rows = new Set<number>();
  const seen = new Set<object>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof Uint32Array) {
      for (const row of value) {
        if (rows.size >= MAX_KEYS) return;
        rows.add(row);
      }
    } else if (ArrayBuffer.isView(value)) return;
    else if (value instanceof Map || value instanceof Set || Array.isArray(value))
      value.forEach(visit);
    else Object.values(value).forEach(visit);
  };
  visit(result);
  return [...rows];
}

/** Pictures are on other servers, which a file and a frame must not ask. */
const PICTURES = new Set(['avatarUrl', 'iconUrl', 'typeIconUrl', 'assigneeAvatarUrl']);

/** Without pictures, and with buffers of its own: of a part of a shared buffer, `stringify` writes all of it. */
function ownCopy(value: unknown, copies = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const inner = (item: unknown) => ownCopy(item, copies);
  const copy = copyOf(value, inner);
  copies.set(value, copy);
  return copy;
}

function copyOf(value: object, inner: (item: unknown) => unknown): unknown {
  if (ArrayBuffer.isView(value)) return (value as Uint32Array).slice();
  if (Array.isArray(value)) return value.map(inner);
  if (value instanceof Set) return new Set([...value].map(inner));
  if (value instanceof Map)
    return new Map([...value].map(([key, item]) => [inner(key), inner(item)]));
  const members = Object.entries(value).map(([key, item]) => [
    key,
    PICTURES.has(key) ? null : inner(item),
  ]);
  return Object.fromEntries(members);
}

const DATA = '<script type="application/json" id="figure">';

/** The page with its data: one HTML file. */
export const figureFile = (page: string, data: FigureData | DashboardData): string =>
  // An end tag in a text would end the element.
  page.replace(DATA, tag => tag + JSON.stringify(data).replaceAll('<', '\\u003c'));
