/** The number that a reader expected: which other ways to count give it, with the fewest of them. */
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import { NO_ENTRY, sameEntry } from '@tallyboard/core/why/figure-state.ts';
import { entriesOf, type FoundFigure } from './found-figure.ts';
import { type Switch, switchesOf, type Way } from './switches.ts';

export interface Reconciled {
  readonly switches: readonly string[];
  /** In the unit of programs. */
  readonly value: number | null;
  /** Issues that count otherwise than in the figure. */
  readonly issues: readonly IssueKey[];
  /** All of the switches are settings of the report. */
  readonly settings: Way['settings'] | null;
}

export interface Reconciliation {
  readonly name: string;
  readonly value: number | null;
  readonly found: readonly Reconciled[];
  /** Where nothing gives the number. */
  readonly nearest: Reconciled | null;
  /** Not all ways could be tried. */
  readonly isCut: boolean;
}

/** Milliseconds after which no further ways are tried. */
const MAX_MS = 8_000;

/** Null where the report has no such figure. */
export function reconcile(
  way: Way,
  find: (way: Way) => FoundFigure | null,
  expected: number,
  clock: () => number = () => performance.now(),
): Reconciliation | null {
  const base = find(way);
  if (!base) return null;
  const started = clock();
  const isGiven = givenBy(expected);
  const entries = entriesOf(base, way.dataset);
  const computed = (switches: readonly Switch[]): Reconciled & { readonly distance: number } => {
    const other = switches.reduce((each, { apply }) => apply(each), way);
    const found = find(other);
    const value = found?.value == null ? null : found.value / base.scale;
    return {
      switches: switches.map(({ name }) => name),
      value,
      issues: differing(way, other, entries, found),
      settings: switches.every(({ isSetting }) => isSetting) ? other.settings : null,
      distance: value === null ? Infinity : Math.abs(value - expected),
    };
  };
  const asIs = computed([]);
  const found: Reconciled[] = isGiven(asIs.value) ? [asIs] : [];
  let nearest = asIs;
  let isCut = false;
  if (found.length === 0) {
    // One that does nothing alone is not tried with others.
    const all = switchesOf(way).filter(each => computed([each]).issues.length > 0);
    for (const subset of subsets(all)) {
      if (isExclusive(subset) || found.some(each => isWithin(each, subset))) continue;
      if (clock() - started > MAX_MS) {
        isCut = true;
        break;
      }
      const tried = computed(subset);
      if (isGiven(tried.value)) found.push(tried);
      else if (tried.distance < nearest.distance) nearest = tried;
    }
  }
  const plain = ({ distance: _, ...each }: Reconciled & { readonly distance?: number }) => each;
  return {
    name: base.name,
    value: asIs.value,
    found: found.map(plain),
    nearest: found.length > 0 ? null : plain(nearest),
    isCut,
  };
}

/** '34' is given by all that is rounded to it, '33.5' by what is with one decimal. */
function givenBy(expected: number): (value: number | null) => boolean {
  const decimals = Math.min(6, String(expected).split('.')[1]?.length ?? 0);
  const steps = 10 ** decimals;
  return value => value !== null && Math.round(value * steps) === Math.round(expected * steps);
}

/** The smallest first. */
function* subsets(all: readonly Switch[]): Iterable<readonly Switch[]> {
  const masks = Array.from({ length: 2 ** all.length - 1 }, (_, at) => at + 1);
  const sizeOf = (mask: number) => all.filter((_, at) => mask & (1 << at)).length;
  for (const mask of masks.sort((a, b) => sizeOf(a) - sizeOf(b) || a - b))
    yield all.filter((_, at) => mask & (1 << at));
}

/** Two rules of one kind are not in force at once. */
const isExclusive = (switches: readonly Switch[]): boolean =>
  switches.filter(({ name }) => name.startsWith('done: ')).length > 1;

const isWithin = (smaller: Reconciled, larger: readonly Switch[]): boolean =>
  smaller.switches.every(name => larger.some(each => each.name === name));

function differing(
  way: Way,
  other: Way,
  entries: ReturnType<typeof entriesOf>,
  found: FoundFigure | null,
): readonly IssueKey[] {
  const others = entriesOf(found, other.dataset);
  const ids = new Set<IssueId>([...entries.keys(), ...others.keys()]);
  const changed = new Set(
    [...ids].filter(id => !sameEntry(entries.get(id) ?? NO_ENTRY, others.get(id) ?? NO_ENTRY)),
  );
  return way.dataset.issues.flatMap(({ id, key }) => (changed.has(id) ? key : []));
}
