import type { Board } from '@tallyboard/core/model/board.ts';
import { checkPlaceholder, type Filter, sameFilter } from '@tallyboard/engine/gadgets/filter.ts';
import { type ReadSettings, shellSettings } from '@tallyboard/engine/gadgets/stored-settings.ts';
import { writeSettings } from '@tallyboard/engine/gadgets/write-settings.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { type Choice, choicesIn, gadgetPresets } from '@tallyboard/jira/jql/presets.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFilterDraft } from '../filter/use-filter-draft.ts';
import { loadReport, useReport } from '../frame/use-report.ts';
import { pageClient } from '../start/page-client.ts';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { SaveError } from './use-stored.ts';

export type GadgetDraft = NonNullable<ReturnType<typeof useGadgetDraft>>;

interface Own {
  readonly report: AnyReport;
  readonly settings: unknown;
}

const NOTHING: Stored = {};

/** Null until the report and the choices of its form are loaded. */
export function useGadgetDraft(
  gadget: Gadget,
  read: ReadSettings | null,
  onSave: (stored: Stored) => Promise<void>,
) {
  const { host, site } = useSession();
  const { flavour } = host.info;
  const before = read?.stored ?? NOTHING;
  const boards = useFormBoards(gadget);
  const first = useReport(gadget.reportOf(before));
  const begun = useMemo(
    () => first && boards && { report: first, settings: initial(first, read, boards) },
    [first, boards, read],
  );
  const [changed, setChanged] = useState<Own | null>(null);
  const own = changed ?? begun;
  const presets = useMemo(() => gadgetPresets(flavour), [flavour]);
  const shell = useMemo(
    () => shellSettings(gadget, flavour, read?.stored ?? null),
    [gadget, flavour, read],
  );
  const [refreshMinutes, setRefreshMinutes] = useState(shell.refreshMinutes);
  const [chartHeight, setChartHeight] = useState(shell.chartHeight);
  const [asOf, setAsOf] = useState(shell.asOf);
  const saving = useSave(onSave);
  const write = (filter: Filter) =>
    own &&
    writeSettings(gadget, flavour, before, { ...own, filter, refreshMinutes, chartHeight, asOf });
  const filter = useFilterDraft(presets, shell.filter, checked => {
    const stored = write(checked);
    if (stored) void saving.save(stored);
  });
  const latest = useRef(own);
  useEffect(() => {
    latest.current = own;
  });

  const change = async (settings: unknown) => {
    if (!own) return;
    latest.current = { report: own.report, settings };
    setChanged(latest.current);
    const preset = own.report.presetAfter?.(own.settings, settings);
    if (preset) filter.choosePreset(preset);
    const stored = own.report.settings.serialize(settings);
    const id = gadget.reportOf(stored);
    if (id === own.report.id) return;
    const report = await loadReport(id);
    // Settings of both reports keep their values; others come from the stored settings.
    if (latest.current?.settings === settings)
      setChanged({ report, settings: report.settings.parse({ ...before, ...stored }).value });
  };

  const [wrong] = own?.report.settings.check(own.settings) ?? [];
  const placeholder = usesQuery(gadget) ? checkPlaceholder(filter.filter.jql) : null;
  const problem = wrong?.text ?? placeholder?.errors[0] ?? null;
  const showProblem = useProblemFlag(gadget.title, problem);

  if (!own || !boards) return null;
  const { report, settings } = own;
  return {
    report,
    settings,
    site: { fields: site.fields, special: site.special, boards },
    change: (next: unknown) => void change(next),
    presets,
    filter,
    refreshMinutes,
    setRefreshMinutes,
    chartHeight,
    setChartHeight,
    asOf,
    setAsOf,
    problem,
    /** The problem in a few words, beside Save. */
    advice: wrong || !placeholder ? problem : choiceAdvice(filter.filter.jql, problem),
    /** The problem while no field shows it: the query shows its own after Save. */
    unsaidProblem: wrong || filter.problem ? null : problem,
    saving: saving.busy || filter.checking,
    failure: saving.failure,
    async save() {
      showProblem();
      if (wrong) return;
      if (usesQuery(gadget)) return filter.apply();
      const stored = write(filter.filter);
      if (stored) await saving.save(stored);
    },
    isChanged: () =>
      refreshMinutes !== shell.refreshMinutes ||
      chartHeight !== shell.chartHeight ||
      asOf !== shell.asOf ||
      !sameFilter(filter.filter, shell.filter) ||
      (changed !== null && begun !== null && !sameOwn(changed, begun)),
  };
}

const NO_BOARDS: readonly Board[] = [];

/** All boards of the site for a form that chooses one; null while loading, empty when they cannot be read. */
function useFormBoards({ queryBy }: Gadget): readonly Board[] | null {
  const { host } = useSession();
  const wanted = queryBy === 'report' || queryBy === 'board';
  const { value, error } = useLoaded(wanted ? host : null, (from, signal) =>
    fetchBoards(pageClient(from), null, signal),
  );
  return wanted && error === null ? value : NO_BOARDS;
}

const usesQuery = ({ queryBy }: Gadget) => queryBy !== 'report' && queryBy !== 'none';

const CHOICE_WORDS: Readonly<Record<Choice, string>> = {
  board: 'a board',
  project: 'a project',
  epic: 'an epic',
  filter: 'a filter',
  version: 'a version',
};

/** 'Choose a project and a version.' */
function choiceAdvice(jql: string, otherwise: string | null): string | null {
  const open = choicesIn(jql).map(choice => CHOICE_WORDS[choice]);
  return open.length === 0 ? otherwise : `Choose ${open.join(' and ')}.`;
}

/** Shows in a flag why a save was refused, until it is fixed. */
function useProblemFlag(title: string, problem: string | null): () => void {
  const dismiss = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      if (problem !== null) dismiss.current?.();
    },
    [problem],
  );
  return () => {
    if (problem !== null) dismiss.current = showFlag({ kind: 'error', title, text: problem });
  };
}

function initial(report: AnyReport, read: ReadSettings | null, boards: readonly Board[]): unknown {
  const { settings } = report;
  if (read) return settings.parse(read.stored).value;
  const first = settings.gadgetDefaults ?? settings.defaults;
  return report.firstSettings?.(first, boards) ?? first;
}

const textOf = ({ report, settings }: Own) => JSON.stringify(report.settings.serialize(settings));

const sameOwn = (a: Own, b: Own) => a.report === b.report && textOf(a) === textOf(b);

function useSave(onSave: (stored: Stored) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    busy,
    failure,
    async save(stored: Stored) {
      setBusy(true);
      setFailure(null);
      try {
        await onSave(stored);
      } catch (error) {
        console.warn(error);
        setFailure(error instanceof SaveError ? error.message : 'Settings could not be saved.');
        setBusy(false);
      }
    },
  };
}
