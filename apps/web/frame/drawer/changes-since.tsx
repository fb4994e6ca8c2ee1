import './changes-since.css';
import { figureAt as figureInResult } from '@tallyboard/core/measure/figure-path.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import type { Cause } from '@tallyboard/engine/why/explain-figure.ts';
import {
  explainRequest,
  explainSettingsRequest,
  subjectOf,
} from '@tallyboard/engine/why/explain-request.ts';
import { figureAt, keyOfFigure } from '@tallyboard/engine/why/figure-at.ts';
import type { FoundFigure } from '@tallyboard/engine/why/found-figure.ts';
import { signedBy } from '@tallyboard/engine/why/story.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type Column, DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { ReportRun, ReportSnapshot } from '../report-run.ts';
import { IssueKeys } from './issue-keys.tsx';

const WEEK = 7;
const SPANS = [
  { label: 'A day', days: 1 },
  { label: 'A week', days: WEEK },
  { label: '4 weeks', days: 4 * WEEK },
] as const;

/** Settings of the report that are not those shown. */
export interface OtherSettings {
  /** 'Default settings' */
  readonly label: string;
  readonly settings: unknown;
}

export interface FigurePlace {
  readonly run: ReportRun;
  readonly shown: ReportSnapshot;
  /** Of the figure in what was computed. */
  readonly path: string;
  /** What the figure can be compared with. */
  readonly others?: readonly OtherSettings[] | undefined;
  readonly onSettings?: (settings: unknown) => void;
}

/** An earlier time that is asked for elsewhere. */
export interface SincePreset {
  readonly at: Instant;
  /** 'Pin of Mar 13, 2026' */
  readonly label: string;
  /** What was pinned then, in the unit of the result. */
  readonly pinned?: number;
}

/** Why the figure is another one than on an earlier day, or with other settings: opened, it computes that. */
export default function ChangesSince(props: {
  readonly place: FigurePlace;
  readonly drill: Drill;
  readonly dataset: DatasetView;
  /** Opens it. */
  readonly preset: SincePreset | null;
}) {
  const { preset, place } = props;
  const { others = [] } = place;
  const [open, setOpen] = useState(preset !== null);
  useEffect(() => {
    if (preset) setOpen(true);
  }, [preset]);
  return (
    <Disclosure
      title={
        others.length > 0
          ? 'Changes since an earlier day, or by settings'
          : 'Changes since an earlier day'
      }
      level={3}
      open={open}
      onOpenChange={setOpen}
    >
      <Changes key={preset?.at} {...props} />
    </Disclosure>
  );
}

function Changes(props: Parameters<typeof ChangesSince>[0]) {
  const { place, drill, dataset, preset } = props;
  const { shown } = place;
  const { asOf, zone, dateFormat } = shown.context;
  const present = localDay(asOf, zone);
  const endOf = (day: Day): Instant => startOfDay(day + 1, zone) - 1;
  const [since, setSince] = useState<Instant>(preset?.at ?? endOf(present - WEEK));
  const [chosen, setOther] = useState<string | null>(null);
  const other = place.others?.find(({ label }) => label === chosen) ?? null;
  const { value, error, reload } = useExplanation(props, since, other);
  const isOther = other !== null;
  const columns = useMemo(() => {
    const timeOf = (at: Instant) => formatInstant(at, zone, `${dateFormat} HH:mm`);
    return columnsOf(dataset, value?.format ?? formatOf(drill), timeOf, isOther);
  }, [dataset, drill, value, zone, dateFormat, isOther]);
  const start = (at: Instant) => {
    setSince(at);
    setOther(null);
  };
  return (
    <div className="tb-why">
      <div className="tb-why__since">
        <SinceDay day={localDay(since, zone)} present={present} onDay={day => start(endOf(day))} />
        {preset && (
          <Button aria-pressed={!isOther && since === preset.at} onClick={() => start(preset.at)}>
            {preset.label}
          </Button>
        )}
        {SPANS.map(({ label, days }) => (
          <Button
            key={label}
            aria-pressed={!isOther && since === endOf(present - days)}
            onClick={() => start(endOf(present - days))}
          >
            {label}
          </Button>
        ))}
        {place.others?.map(({ label }) => (
          <Button key={label} aria-pressed={label === chosen} onClick={() => setOther(label)}>
            {label}
          </Button>
        ))}
      </div>
      {error !== null ? (
        <ErrorState title="The changes could not be computed" onRetry={reload}>
          The figure itself is not affected.
        </ErrorState>
      ) : value === null ? (
        <p className="tb-why__waiting">
          <Spinner label="Comparing" />
        </p>
      ) : value.found === null ? (
        <p>
          {isOther
            ? 'With these settings the report has no such figure.'
            : 'The report had no such figure on that day, and has none now.'}
        </p>
      ) : (
        <>
          <p className="tb-why__story" role="status">
            {value.found.story}
          </p>
          {preset?.pinned !== undefined && !isOther && since === preset.at && (
            <PinDiffers
              pinned={preset.pinned}
              before={value.found.before}
              format={formatOf(drill)}
            />
          )}
          {value.found.doubts.map(text => (
            <p key={text}>{text}</p>
          ))}
          {value.found.causes.length > 0 && (
            <DataTable
              label={`Causes of the change of ${drill.title}`}
              columns={columns}
              rows={value.found.causes}
              rowId={rowId}
              pageSize={10}
            />
          )}
        </>
      )}
    </div>
  );
}

function SinceDay(props: {
  readonly day: Day;
  readonly present: Day;
  readonly onDay: (day: Day) => void;
}) {
  const { day, present, onDay } = props;
  /** The day that was shown when a later one was typed. */
  const [refusedAt, setRefusedAt] = useState<Day | null>(null);
  return (
    <DateField
      label="Since the end of"
      value={dayText(day)}
      max={dayText(present - 1)}
      error={refusedAt === day ? 'Choose a day before that of the figures.' : undefined}
      onChange={text => {
        const typed = parseDay(text);
        if (typed === null) return;
        setRefusedAt(typed < present ? null : day);
        if (typed < present) onDay(typed);
      }}
    />
  );
}

/** What no event explains: the past is another one than when it was pinned. */
function PinDiffers(props: {
  readonly pinned: number;
  readonly before: number | null;
  readonly format: (value: number) => string;
}) {
  const { pinned, before, format } = props;
  if (before !== null && Math.abs(pinned - before) < 1e-6 * Math.max(1, Math.abs(pinned)))
    return null;
  return (
    <p className="tb-why__differs">
      {format(pinned)} was pinned. Recomputed for then it is{' '}
      {before === null ? 'none' : format(before)}: issues were deleted, are no longer visible, or
      were changed in the past.
    </p>
  );
}

function useExplanation(
  { place, drill }: Parameters<typeof ChangesSince>[0],
  since: Instant,
  other: OtherSettings | null,
) {
  const { engine, now } = useSession();
  const { run, shown, path } = place;
  const { age, context } = shown;
  const from = other === null ? since : JSON.stringify(other);
  const key = `${from} ${path} ${shown.loaded.id} ${context.asOf}`;
  return useLoaded(key, async (_, signal) => {
    const request = run.asked();
    if (!request) throw new Error('Nothing was asked.');
    const args = {
      now: now(),
      age,
      name: subjectOf(drill.figure.kind),
      signal,
    };
    if (other === null) {
      const format = formatOf(drill);
      return {
        found: await explainRequest(engine, request, { ...args, since, path, format }),
        format,
      };
    }
    const { find, scale } = finderOf(place, drill);
    const inUnit = (value: number) => formatOf(drill)(value * scale);
    const before = other.settings;
    const found = await explainSettingsRequest(engine, request, {
      ...args,
      before,
      find,
      format: inUnit,
    });
    return { found, format: found?.isOtherUnit ? formatPlain : inUnit };
  });
}

/** Finds the figure under other settings: by its key, which has a unit, else by its place in the result. */
function finderOf({ shown, path }: FigurePlace, { figure, title }: Drill) {
  const { request, computed, context } = shown;
  const { report } = request;
  const known = keyOfFigure(report, computed, request.settings, context, figure, path);
  const find = (
    other: Computed<unknown>,
    settings: unknown,
    asOf: ReportContext,
  ): FoundFigure | null => {
    if (known) return figureAt(report, other, settings, asOf, known.key);
    const found = figureInResult(other, path);
    const own = { name: title, scale: 1, per: 1, whole: null };
    return found && { ...own, value: found.value, figure: found };
  };
  return { find, scale: known?.scale ?? 1 };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const formatPlain = (value: number) => formatNumber(value, 2);
const formatOf = ({ part }: Drill) => part?.format ?? formatPlain;

const rowId = ({ at, kind }: Cause) => `${at} ${kind}`;

function columnsOf(
  dataset: DatasetView,
  format: (value: number) => string,
  timeOf: (at: Instant) => string,
  isOther: boolean,
): readonly Column<Cause>[] {
  const signed = signedBy(format);
  const all: readonly Column<Cause>[] = [
    {
      id: 'at',
      header: 'When',
      value: ({ at }) => at,
      cell: ({ at }) => (at === null ? '-' : <span className="tb-nowrap">{timeOf(at)}</span>),
    },
    {
      id: 'kind',
      header: isOther ? 'Setting' : 'What',
      value: ({ kind }) => kind,
      cell: ({ kind, from, to }) =>
        from !== null && to !== null ? (
          <>
            {capitalized(kind)}: <span dir="auto">{from}</span> → <span dir="auto">{to}</span>
          </>
        ) : (
          capitalized(kind)
        ),
    },
    {
      id: 'issues',
      header: 'Issues',
      value: ({ issues }) => issues.length,
      cell: ({ issues }) => <IssueKeys keys={issues} dataset={dataset} />,
    },
    {
      id: 'part',
      header: 'Effect',
      numeric: true,
      value: ({ part }) => part,
      cell: ({ part }) => <span className="tb-nowrap">{signed(part)}</span>,
    },
    {
      id: 'by',
      header: 'By',
      value: ({ by }) => by,
      cell: ({ by }) => <span dir="auto">{by}</span>,
    },
  ];
  // A setting has neither a time nor an author.
  return isOther ? all.filter(({ id }) => id !== 'at' && id !== 'by') : all;
}
