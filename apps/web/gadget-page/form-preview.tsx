import type { Filter } from '@tallyboard/engine/gadgets/filter.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { useEffect, useRef, useState } from 'react';
import { GadgetReport } from './gadget-report.tsx';
import type { GadgetDraft } from './use-gadget-draft.ts';

const SETTLE_MS = 600;

export function FormPreview(props: { readonly gadget: Gadget; readonly draft: GadgetDraft }) {
  const { gadget, draft } = props;
  const { report, settings, problem, change, asOf } = draft;
  const { filter } = draft.filter;
  const [shown, setShown] = useState({ report, settings, filter });
  useEffect(() => {
    if (problem !== null) return;
    const timer = setTimeout(
      () => setShown({ report, settings, filter: trimmed(filter) }),
      SETTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [report, settings, filter, problem]);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <aside
      ref={place}
      aria-label="Preview"
      className={classNames(
        'tb-gadget-form__preview',
        problem !== null && 'tb-gadget-form__preview--stale',
      )}
    >
      {draft.unsaidProblem && <p className="tb-quiet">{draft.unsaidProblem}</p>}
      <GadgetReport
        gadget={gadget}
        report={shown.report}
        settings={shown.settings}
        filter={shown.filter}
        refreshMinutes={0}
        chartHeight={draft.chartHeight}
        asOf={asOf}
        // Changes in the preview change the form.
        onSettings={change}
        onEdit={null}
      />
    </aside>
  );
}

const trimmed = (filter: Filter): Filter => ({ ...filter, jql: filter.jql.trim() });
