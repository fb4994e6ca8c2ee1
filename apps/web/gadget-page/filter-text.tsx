import { describeFilter } from '@tallyboard/engine/gadgets/describe-filter.ts';
import type { Filter } from '@tallyboard/engine/gadgets/filter.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { use, useEffect } from 'react';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';
import { FilterContext } from './filter-context.ts';

/** The filter in force in words, that of the dashboard included. */
export default function FilterText(props: {
  readonly gadget: Gadget;
  readonly filter: Filter;
  readonly shown: ReportSnapshot;
  /** The past time of the figures, in words. */
  readonly past: string | null;
}) {
  const { host, site } = useSession();
  const outer = use(FilterContext);
  const { flavour } = host.info;
  const { title, text } = describeFilter({ ...props, outer, flavour, fields: site.fields });
  useEffect(() => {
    host.dashboard?.suggestTitle(title);
  }, [host, title]);
  return text;
}
