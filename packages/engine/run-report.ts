/** The run of a report: its query, its issues, its figures. Pages, gadgets and the command line all use it. */
import type {
  OwnQuery,
  QueryNote,
  QueryPart,
  ReportContext,
  SitePart,
} from '@tallyboard/core/model/context.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Computed, Note } from '@tallyboard/core/model/result.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { pastRequirement, sprintAt } from '@tallyboard/core/past/past-requirement.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { joinRequirements } from '@tallyboard/dataset/requirement-cover.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { andClauses, narrowQuery, stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { splitSprints } from '@tallyboard/jira/jql/sprint-clauses.ts';
import type { AnyReport, QuerySite, ResolvedBoardSet } from '@tallyboard/report-kit/contract.ts';
import type { Engine, LoadArgs, LoadedDataset, Watch } from './calls.ts';
import { EngineError } from './failure.ts';
import { peopleRule } from './people/people-rule.ts';
import type { Site } from './site/site.ts';

export interface ReportRequest {
  readonly report: AnyReport;
  readonly jql: string;
  readonly settings: unknown;
  readonly contextAt: (asOf: Instant) => ReportContext;
  /** The query before its report built its own from it. */
  readonly readerJql?: string;
  /** What is to be said of the issues that the question chooses. */
  readonly notes?: readonly QueryNote[];
}

/** A result with everything that it was computed from. */
export interface ReportResult {
  readonly request: ReportRequest;
  readonly context: ReportContext;
  readonly loaded: LoadedDataset;
  /** As of now: `loaded` is derived from it for a time in the past. */
  readonly base: LoadedDataset;
  readonly computed: Computed<unknown>;
}

export interface RunOptions
  extends Pick<Watch, 'signal' | 'onProgress'>,
    Pick<LoadArgs, 'earlier'> {
  readonly now: Instant;
  /** Age of a mirror's data; figures of old data are as of its time. */
  readonly age: DataAge | null;
  /** Load what tells the issues of this earlier time too. */
  readonly since?: Instant | undefined;
  /** The issues are loaded; what follows is the calculation. */
  readonly onLoaded?: (loaded: LoadedDataset) => void;
  /** Receives results on the issues that came while the rest loads; a cancelled run returns the last one. */
  readonly onPart?: (result: ReportResult) => void;
}

/**
 * Runs a request whose query is resolved. Null when cancelled without a part. A slow machine, or one that slept, may have
 * dropped the loaded issues before their figures are computed: they are loaded again.
 */
export async function runReport(
  engine: Engine,
  request: ReportRequest,
  options: RunOptions,
): Promise<ReportResult | null> {
  for (let loads = 1; ; loads++) {
    try {
      return await runOnce(engine, request, options);
    } catch (error) {
      const isGone = error instanceof EngineError && error.failure.kind === 'gone';
      if (!isGone || loads === MAX_LOADS) throw error;
    }
  }
}

const MAX_LOADS = 3;

async function runOnce(
  engine: Engine,
  request: ReportRequest,
  { now, age, earlier = false, since, signal, onProgress, onLoaded, onPart }: RunOptions,
): Promise<ReportResult | null> {
  const { report, settings, contextAt } = request;
  if (report.withoutIssues) {
    const computed = { result: report.withoutIssues(settings), notes: [], definitions: [] };
    const loaded = emptyDataset(now);
    return { request, context: contextAt(now), loaded, base: loaded, computed };
  }
  let ended = false;
  const showPart = (part: LoadedDataset) =>
    // The whole reports a failed calculation.
    computeReport(engine, request, part, age).then(
      result => !ended && onPart?.(result),
      () => {},
    );
  const args = since === undefined ? loadArgs(request, now) : loadSince(request, since, now);
  const isPast = since !== undefined || contextAt(now).past;
  const requirement = isPast ? pastRequirement(args.requirement) : args.requirement;
  const loaded = await engine.load(
    { ...args, requirement, earlier, ...(onPart && { parts: true }) },
    {
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
      ...(onPart && { onPart: showPart }),
    },
  );
  ended = true;
  if (loaded === null) return null;
  onLoaded?.(loaded);
  try {
    const first = contextAt(now).past ? await sinceOf(engine, args, loaded) : loaded.since;
    const result = await computeReport(engine, request, { ...loaded, since: first }, age, signal);
    if (result.computed.onPeople) noteRead(engine, result);
    return result;
  } catch (error) {
    // Cancelled while the host computed.
    if (signal?.aborted) return null;
    throw error;
  }
}

function noteRead(engine: Engine, { request, context }: ReportResult): void {
  const { report, settings, jql, readerJql = jql } = request;
  const asOf = context.past ? context.asOf : null;
  const read = { report: report.id, jql: readerJql, asOf };
  // Figures are shown whether the host answers or not; it logs what it cannot record.
  engine.noteRead({ ...read, settings: report.settings.serialize(settings) }).catch(() => {});
}

/** When the first issue of the reader's query was created, also where the report narrows it to none. */
async function sinceOf(
  engine: Engine,
  { written }: Pick<LoadArgs, 'written'>,
  { issueCount, since }: LoadedDataset,
): Promise<Instant | null> {
  if (issueCount > 0 || written === undefined) return since;
  const all = await engine.load({ jql: written, requirement: NO_REQUIREMENT });
  return all?.since ?? null;
}

/** Computes a request on a loaded dataset. */
export async function computeReport(
  engine: Engine,
  request: ReportRequest,
  loaded: LoadedDataset,
  age: DataAge | null,
  signal?: AbortSignal,
): Promise<ReportResult> {
  const { report, settings, contextAt, notes: ofRequest = [] } = request;
  const context = contextAt(presentOf(age, loaded.fetchedAt));
  const requirement = report.requires(settings, context);
  const watch = signal && { signal };
  const past = context.past
    ? await engine.pastDataset({ dataset: loaded.id, asOf: context.asOf, requirement }, watch)
    : { loaded, notes: [] };
  const { id: dataset } = past.loaded;
  const computed = await engine.compute({ dataset, report: report.id, settings, context }, watch);
  const unknown = fieldNotes(past.loaded, requirement);
  const ofQuery = [...ofRequest, ...(context.query?.notes ?? [])].map(note => ({
    ...note,
    issues: new Uint32Array(0),
  }));
  const notes = [...siteNotes(context), ...ofQuery, ...unknown, ...past.notes, ...computed.notes];
  const incomplete = notes.flatMap(note => (note.incomplete ? note.text : []));
  const own = { ...past.loaded, since: loaded.since };
  const covered = withReasons(own, [...missingIssues(context), ...incomplete]);
  return { request, context, loaded: covered, base: loaded, computed: { ...computed, notes } };
}

export const UNFINISHED_IMPORT =
  'An import runs, or has failed: issues may be missing. After a failure, import its files again.';

/** Why the host itself lacks issues. */
export function missingIssues({
  missing,
  notCopied,
  incomplete = [],
}: Pick<ReportContext, 'missing' | 'notCopied' | 'incomplete'>): string[] {
  const reasons = missing?.includes('import') ? [UNFINISHED_IMPORT] : [];
  if (notCopied) {
    const { count, keys } = notCopied;
    const some = count === 1 ? '1 issue' : `${count.toLocaleString('en')} issues`;
    const more = keys.length > MAX_KEYS ? ', …' : '';
    const names = keys.length > 0 ? `: ${keys.slice(0, MAX_KEYS).join(', ')}${more}` : '';
    reasons.push(`${some} of Jira could not be copied, and may be missing${names}.`);
  }
  return [...reasons, ...incomplete];
}

const MAX_KEYS = 5;

function withReasons(loaded: LoadedDataset, added: readonly string[]): LoadedDataset {
  if (added.length === 0) return loaded;
  const { coverage } = loaded;
  const reasons = [...coverage.reasons, ...added];
  return { ...loaded, coverage: { ...coverage, reasons, complete: false } };
}

/** The request as of a past instant: only what was known then counts. */
export function asOfPast(request: ReportRequest, asOf: Instant): ReportRequest {
  return { ...request, contextAt: () => ({ ...request.contextAt(asOf), past: true }) };
}

type Settings = Exclude<SitePart, 'import'>;

const SITE_NOTES: Readonly<Record<Settings, (context: ReportContext) => string>> = {
  profile: ({ zone }) => `Your profile could not be loaded: days are those of ${zone}.`,
  timeTracking: ({ hoursPerDay, daysPerWeek }) =>
    `Time tracking settings could not be loaded: a day has ${hoursPerDay} hours, a week ${daysPerWeek} days.`,
  sharedSettings: ({ people }) =>
    `Shared settings could not be loaded: their defaults are used${people ? ', and other people are put together' : ''}.`,
};

const siteNotes = (context: ReportContext): Note[] =>
  (context.missing ?? []).filter(isSettings).map(part => ({
    code: `missing-${part}`,
    text: SITE_NOTES[part](context),
    issues: new Uint32Array(0),
    doubtful: true,
  }));

const isSettings = (part: SitePart): part is Settings => part !== 'import';

/** Their values are missing in every issue: readers of one dashboard may see different fields. */
const fieldNotes = ({ unknownFields = [] }: LoadedDataset, { customFields }: Requirement): Note[] =>
  unknownFields
    .filter(id => customFields.includes(id))
    .map(id => ({
      code: 'unknown-field',
      text: `The field ${id} does not exist or you do not have permission to view it.`,
      issues: new Uint32Array(0),
      doubtful: true,
    }));

/** The request with the query that its report builds from its settings; the same request where it builds none. */
export async function resolveQuery(
  engine: Engine,
  request: ReportRequest,
  asOf: Instant,
): Promise<ReportRequest> {
  const { report, settings, jql, contextAt } = request;
  const context = contextAt(asOf);
  const site = querySiteOf(engine, context);
  let set: ResolvedBoardSet | null = null;
  const boardSet: QuerySite['boardSet'] = async given => (set = await site.boardSet(given));
  const own = await report.query?.(settings, context, { ...site, boardSet }, stripOrderBy(jql));
  if (!own) return request;
  const query = { ...own, ...(await membersOf(site, own, set)) };
  return {
    ...request,
    jql: query.jql,
    readerJql: jql,
    contextAt: at => ({ ...contextAt(at), query }),
  };
}

/** The issues of each board and query of a set; a report whose rows they are has them already. */
async function membersOf(
  { idsIn }: Pick<QuerySite, 'idsIn'>,
  { jql, parts, notes = [] }: OwnQuery,
  set: ResolvedBoardSet | null,
): Promise<Pick<OwnQuery, 'members' | 'notes'>> {
  if (set === null || parts || set.members.length < 2) return {};
  try {
    const members = set.members.map(async (member): Promise<QueryPart> => {
      const { source } = member;
      const ids = await idsIn(member.jql === '' ? jql : andClauses(jql, member.jql));
      return 'board' in source
        ? { name: String(source.board), board: source.board, ids }
        : { name: source.jql, ids };
    });
    return { members: await Promise.all(members) };
  } catch (error) {
    if (isAbort(error)) throw error;
    const text = 'The issues of each board could not be loaded: there is no table by board.';
    return { notes: [...notes, { code: 'board-set', text }] };
  }
}

function querySiteOf(engine: Engine, { past, asOf }: ReportContext): QuerySite {
  const asThen = (sprints: readonly Sprint[]) =>
    past ? sprints.map(sprint => sprintAt(sprint, asOf)) : sprints;
  return {
    sprints(boardId) {
      // A report on sprints asks for the filter next.
      engine.boardFilter({ boardId }).catch(() => {});
      return engine.boardSprints({ boardId }).then(asThen);
    },
    boardJql: boardId => engine.boardFilter({ boardId }),
    boardSet: async set =>
      (await import('./board-sets/resolve-board-set.ts')).resolveBoardSet(engine, set),
    sprintsOf: ids => engine.sprintsOf({ ids }).then(asThen),
    sprintsIn: jql => engine.sprintsIn({ jql }).then(found => found && asThen(found)),
    everInSprints: ids => engine.everInSprints({ ids }),
    fields: () => engine.fields({}),
    idsIn: jql => engine.idsIn({ jql }),
    rankedIdsIn: jql =>
      engine.idsIn({ jql: `${stripOrderBy(jql)} ORDER BY Rank ASC`.trim() }).catch(() => []),
    withoutOrder: stripOrderBy,
    splitSprints,
  };
}

/** The narrowed query of a request, and what its report requires. */
export function loadArgs(
  { report, jql, settings, contextAt }: ReportRequest,
  asOf: Instant,
): Pick<LoadArgs, 'jql' | 'written' | 'requirement' | 'report'> {
  const context = contextAt(asOf);
  const requirement = withBoards(report.requires(settings, context), context);
  const clause = report.narrow?.(settings, context);
  return clause
    ? { jql: narrowQuery(jql, clause), written: jql, requirement, report: report.id }
    : { jql, requirement, report: report.id };
}

/** With the boards of a set, for their names. */
function withBoards(requirement: Requirement, { query }: ReportContext): Requirement {
  if (!query?.members) return requirement;
  const boards = query.members.flatMap(({ board }) => board ?? []);
  return { ...requirement, boards: [...new Set([...requirement.boards, ...boards])] };
}

/** For two times: what the report requires at either, of all issues of the query. */
function loadSince(request: ReportRequest, since: Instant, asOf: Instant): LoadArgs {
  const { requirement, written, jql, ...args } = loadArgs(request, asOf);
  const earlier = loadArgs(asOfPast(request, since), since);
  const both = joinRequirements(requirement, earlier.requirement);
  return { ...args, jql: written ?? jql, requirement: both };
}

/** What reports may know of the site and the viewer, as of an instant. */
export function contextAt(
  {
    site,
    zone,
    reader = site.currentUser,
  }: {
    readonly site: Site;
    readonly zone: ZoneId;
    /** Who looks at the figures; null where that is nobody in particular, as at a wall. */
    readonly reader?: User | null;
  },
  asOf: Instant,
): ReportContext {
  const { policy, exceptions, exceptedIn } = peopleRule(site);
  return {
    asOf,
    zone,
    currentUser: site.currentUser,
    ...(policy.kind !== 'all' && {
      people: { policy, reader, ...(exceptedIn.length > 0 && { exceptedIn }) },
    }),
    ...(exceptions.length > 0 && { peopleExceptions: exceptions }),
    hoursPerDay: site.hoursPerDay,
    daysPerWeek: site.daysPerWeek,
    weekStart: site.settings.weekStart,
    dateFormat: site.settings.dateFormat,
    calendar: site.settings.calendar,
    doneRule: site.settings.doneRule,
    workflows: site.settings.workflows,
    ...(site.missing && { missing: site.missing }),
    ...(site.notCopied && { notCopied: site.notCopied }),
    ...(site.incomplete && { incomplete: site.incomplete }),
  };
}

const NONE = { fetched: 0, total: 0 };

/** The dataset of a report that shows no issues. */
function emptyDataset(fetchedAt: Instant): LoadedDataset {
  return {
    id: 0,
    issueCount: 0,
    coverage: { issues: NONE, worklogs: NONE, histories: NONE, reasons: [], complete: true },
    warnings: [],
    fetchedAt,
    since: null,
    keyLength: 0,
  };
}
