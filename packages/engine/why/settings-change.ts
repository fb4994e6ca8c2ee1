/**
 * Why a figure is another one under other settings of its report: the settings that differ are applied one after another, in
 * the order in which the report defines them, and each has what the figure did. See docs/why.md.
 */
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import { type Entry, hasParts, NO_ENTRY, sameEntry } from '@tallyboard/core/why/figure-state.ts';
import { mixAndRate } from '@tallyboard/core/why/mix-and-rate.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { valueLabel } from '@tallyboard/report-kit/settings/describe.ts';
import type { AnySetting } from '@tallyboard/report-kit/settings/schema.ts';
import { differingSettings } from './differing-settings.ts';
import { type Cause, type Explanation, isSteady } from './explain-figure.ts';
import { type FoundFigure, kindOf, type ListedEntry, sumsByGroup } from './found-figure.ts';
import { orderChange } from './order-change.ts';

/** A figure under some settings. */
export interface SettingsState {
  readonly found: FoundFigure;
  readonly entries: readonly ListedEntry[];
  /** Why data are missing. */
  readonly reasons: readonly string[];
}

export interface SettingsChangeArgs {
  readonly report: Pick<AnyReport, 'settings'>;
  readonly before: unknown;
  readonly after: unknown;
  /** Null where the report has no such figure under the settings. */
  readonly stateOf: (settings: unknown) => Promise<SettingsState | null>;
}

export interface SettingsExplanation extends Explanation {
  /** The two numbers have different units. */
  readonly isOtherUnit: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The side without the figure, in place of an explanation. */
export type MissingSide = 'before' | 'after';

export async function explainSettings({
  report,
  before,
  after,
  stateOf,
}: SettingsChangeArgs): Promise<SettingsExplanation | MissingSide> {
  const last = await stateOf(after);
  if (last === null) return 'after';
  const first = await stateOf(before);
  if (first === null) return 'before';
  const differing = differingSettings(report, before, after);
  const reasons = new Set([...first.reasons, ...last.reasons]);
  const causes: Cause[] = [];
  let [state, settings] = [first, before as Values];
  let group: AnySetting[] = [];
  for (const [at, setting] of differing.entries()) {
    settings = { ...settings, [setting.name]: (after as Values)[setting.name] };
    group.push(setting);
    const next = at === differing.length - 1 ? last : await stateOf(settings);
    // Without the figure in between, the setting is told with the next one.
    if (next === null) continue;
    for (const reason of next.reasons) reasons.add(reason);
    causes.push(causeOf(group, [before as Values, after as Values], state, next));
    [state, group] = [next, []];
  }
  return explanationOf(first, last, { causes, reasons: [...reasons] });
}

function explanationOf(
  first: SettingsState,
  last: SettingsState,
  { causes, reasons }: { readonly causes: readonly Cause[]; readonly reasons: readonly string[] },
): SettingsExplanation {
  const [was, is] = [first.found, last.found];
  const isOtherUnit = was.unit !== is.unit || was.scale !== is.scale;
  const isComparable = !isOtherUnit && kindOf(was) === kindOf(is) && isSteady(was, is);
  const kind = isComparable ? kindOf(is) : null;
  const sums = ({ entries }: SettingsState) => sumsByGroup(entries, kind === 'share');
  const told = causes.filter(({ part, issues }) => part !== 0 || issues.length > 0);
  const keys = new Map([...first.entries, ...last.entries].map(({ id, key }) => [id, key]));
  return {
    name: is.name,
    before: numberOf(was),
    after: numberOf(is),
    change: (numberOf(is) ?? 0) - (numberOf(was) ?? 0),
    window: null,
    causes: told,
    order:
      kind === null || hasParts(kind)
        ? null
        : orderChange([byId(first), was.value], [byId(last), is.value], keys),
    groups:
      kind !== null && hasParts(kind)
        ? mixAndRate(kind, sums(first), sums(last)).map(({ group, mix, rate, interaction }) => ({
            group,
            mix: mix / is.scale,
            rate: rate / is.scale,
            interaction: interaction / is.scale,
          }))
        : [],
    explained: told.reduce((sum, { part }) => sum + part, 0),
    doubts: [
      ...reasons,
      ...(isOtherUnit
        ? [
            `The two numbers have different units: ${was.unit ?? 'none'} with the other settings, ${is.unit ?? 'none'} with these.`,
          ]
        : []),
    ],
    isPart: reasons.length > 0,
    isOtherUnit,
  };
}

const numberOf = ({ value, scale }: FoundFigure) => (value === null ? null : value / scale);

function causeOf(
  settings: readonly AnySetting[],
  [before, after]: readonly [Values, Values],
  a: SettingsState,
  b: SettingsState,
): Cause {
  const [was, is] = [inProgramUnit(a), inProgramUnit(b)];
  const differs = ({ id }: ListedEntry) =>
    !sameEntry(was.get(id) ?? NO_ENTRY, is.get(id) ?? NO_ENTRY);
  const issues = [...a.entries, ...b.entries].filter(differs).map(({ key }) => key);
  const words = (values: Values) =>
    settings.map(setting => valueLabel(setting, values[setting.name])).join(', ');
  return {
    at: null,
    kind: settings.map(({ label, pageLabel }) => pageLabel ?? label).join(', '),
    issues: [...new Set(issues)],
    part: (numberOf(b.found) ?? 0) - (numberOf(a.found) ?? 0),
    by: null,
    from: words(before),
    to: words(after),
  };
}

const byId = ({ entries }: SettingsState): ReadonlyMap<IssueId, Entry> =>
  new Map(entries.map(entry => [entry.id, entry]));

function inProgramUnit({ entries, found }: SettingsState): ReadonlyMap<IssueId, Entry> {
  const scaled = (value: number | undefined) => (value === undefined ? value : value / found.scale);
  return new Map(entries.map(({ id, n, d }) => [id, { n: scaled(n), d: scaled(d) }]));
}
