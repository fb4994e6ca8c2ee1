/**
 * Saved reports that their owners share with projects or everybody: definitions, never issues. Rights are checked here
 * because a page can be manipulated.
 */
import { type Answer, problemOf, refuse } from './settings.ts';

interface Share {
  readonly kind: 'everyone' | 'project';
  /** The id of the project; '' for everyone. */
  readonly name: string;
  readonly edit: boolean;
}

export interface SharedReport {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly view: unknown;
  readonly shares: readonly Share[];
  /** Counts the writes, from 1. */
  readonly version: number;
}

/** The part of the app's storage that is used. */
export interface ReportStore {
  get(id: string): Promise<SharedReport | null>;
  /** A page of all reports of the site. */
  list(cursor: string | null): Promise<{
    readonly reports: readonly SharedReport[];
    readonly next: string | undefined;
  }>;
  /** Stores the version after `version`, 0 for a new report; false if another version is stored (optimistic locking). */
  save(report: SharedReport, version: number): Promise<boolean>;
  remove(id: string): Promise<void>;
}

export interface ReportLocation {
  readonly store: ReportStore;
  /** The calling user; null without one. */
  readonly account: string | null;
  /** The names of those of the projects, by id, in which the calling user has *Browse projects*. */
  readonly browsable: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

const MAX_NAME = 255;
const MAX_DESCRIPTION = 4000;
const MAX_SHARES = 50;

/** A page of the reports of the calling user and of those shared with that user; `next` is the cursor of the next page. */
export async function listReports(place: ReportLocation, payload: unknown): Promise<Answer> {
  const cursor = memberOf(payload, 'cursor');
  const { reports, next } = await place.store.list(typeof cursor === 'string' ? cursor : null);
  return { status: 200, body: { reports: await visibleOf(place, reports), next } };
}

export async function readReport(place: ReportLocation, payload: unknown): Promise<Answer> {
  const found = await findReport(place, payload);
  return found ? { status: 200, body: found.visible } : NOT_FOUND;
}

/** Members that the body lacks stay. Only the owner changes `shares`. */
export async function saveReport(place: ReportLocation, payload: unknown): Promise<Answer> {
  const id = idOf(payload);
  const body = memberOf(payload, 'body');
  const version = memberOf(body, 'version');
  if (id === null) return refuse(400, 'The id of a saved report is 8 to 40 letters and digits.');
  if (typeof version !== 'number') return refuse(400, 'The version is missing.');
  if (place.account === null) return refuse(401, 'Sign in to save reports.');
  const found = version === 0 ? null : await findReport(place, payload);
  if (version !== 0 && !found) return NOT_FOUND;
  if (found && !found.visible.editable) return mayNot('change');
  const changesShares = memberOf(body, 'shares') !== undefined;
  if (found && changesShares && !found.visible.manageable) return mayNot('share');
  const changed = await readChange(place, found?.stored ?? newReport(id, place.account), body);
  if (typeof changed === 'string') return refuse(400, changed);
  const saved = { ...changed, version: version + 1 };
  if (!(await place.store.save(saved, version)))
    return refuse(409, 'The saved report was changed by somebody else.');
  return { status: 200, body: (await visibleOf(place, [saved]))[0] };
}

export async function deleteReport(place: ReportLocation, payload: unknown): Promise<Answer> {
  const found = await findReport(place, payload);
  if (!found) return NOT_FOUND;
  if (!found.visible.manageable) return mayNot('delete');
  await place.store.remove(found.stored.id);
  return { status: 200, body: null };
}

/** Null: there is none, or it is not shared with the calling user. */
export async function findReport(place: ReportLocation, payload: unknown) {
  const id = idOf(payload);
  const stored = id === null ? null : await place.store.get(id);
  const [visible] = stored ? await visibleOf(place, [stored]) : [];
  return stored && visible ? { stored, visible } : null;
}

/** The reports that the calling user may see, with what that user may do. Projects out of sight are not named. */
async function visibleOf({ account, browsable }: ReportLocation, reports: readonly SharedReport[]) {
  const projects = await browsable([...new Set(reports.flatMap(projectsOf))]);
  const reaches = ({ kind, name }: Share) => kind === 'everyone' || projects.has(name);
  return reports.flatMap(({ ownerId, ...report }) => {
    const mine = ownerId === account;
    const reaching = report.shares.filter(reaches);
    if (!mine && reaching.length === 0) return [];
    return {
      ...report,
      owner: null,
      ownerId,
      mine,
      editable: mine || reaching.some(({ edit }) => edit),
      manageable: mine,
      shares: (mine ? report.shares : reaching).map(share => ({
        ...share,
        label: projects.get(share.name) ?? null,
      })),
    };
  });
}

const projectsOf = ({ shares }: Pick<SharedReport, 'shares'>): readonly string[] =>
  shares.filter(({ kind }) => kind === 'project').map(({ name }) => name);

const newReport = (id: string, ownerId: string): SharedReport => ({
  id,
  ownerId,
  name: '',
  description: '',
  view: null,
  shares: [],
  version: 0,
});

/** The changed report, or what is wrong with the change. */
async function readChange(
  { browsable }: ReportLocation,
  before: SharedReport,
  body: unknown,
): Promise<SharedReport | string> {
  const { name = before.name, description, view = before.view, shares } = Object(body);
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '') return 'The name is missing.';
  if (text.length > MAX_NAME) return `The name is longer than ${MAX_NAME} characters.`;
  const problem = problemOf(view);
  if (problem !== null) return problem;
  const read = shares === undefined ? before.shares : readShares(shares);
  if (!read) return `A report is shared with everyone or with at most ${MAX_SHARES} projects.`;
  const added = projectsOf({ shares: read }).filter(id => !projectsOf(before).includes(id));
  if ((await browsable(added)).size < new Set(added).size)
    return 'You do not have permission to browse one of the projects.';
  return {
    ...before,
    name: text,
    ...(typeof description === 'string' && { description: description.slice(0, MAX_DESCRIPTION) }),
    view,
    shares: read,
  };
}

/** Null for other values. */
function readShares(value: unknown): readonly Share[] | null {
  if (!Array.isArray(value) || value.length > MAX_SHARES) return null;
  const shares = value.map(each => {
    const { kind, name, edit } = Object(each) as Record<string, unknown>;
    if (kind === 'everyone') return { kind, name: '', edit: edit === true } as const;
    const isProject = kind === 'project' && typeof name === 'string' && /^\d{1,20}$/.test(name);
    return isProject ? ({ kind, name, edit: edit === true } as const) : null;
  });
  return shares.includes(null) ? null : shares.filter(share => share !== null);
}

function idOf(payload: unknown): string | null {
  const id = memberOf(payload, 'id');
  return typeof id === 'string' && /^[a-z\d]{8,40}$/.test(id) ? id : null;
}

const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

const NOT_FOUND = refuse(404, 'This saved report does not exist, or it is not shared with you.');

const mayNot = (what: string) =>
  refuse(403, `You do not have permission to ${what} this saved report.`);
