import { andClauses, stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import AddDialog from '../dashboards/copy-dialog.tsx';
import { moduleKeyOf } from '../dashboards/gadget-kinds.ts';
import type { Filter } from '../filter/filter.ts';
import { writeSettings } from '../gadget-page/write-settings.ts';
import { useSession } from '../start/session.ts';

/** Makes a gadget of a report, with the settings and the query that are shown. */
export default function AddGadget(props: {
  readonly gadget: Gadget;
  readonly report: AnyReport;
  readonly settings: unknown;
  readonly filter: Filter;
  readonly onClose: () => void;
}) {
  const { gadget, report, settings, filter, onClose } = props;
  const { host } = useSession();
  const { flavour } = host.info;
  const draft = { report, settings, filter, refreshMinutes: 0, chartHeight: 'automatic' } as const;
  const own = writeSettings(gadget, flavour, {}, draft);
  // A gadget whose settings choose the issues is narrowed by one of them.
  const narrowed = andClauses(String(own.jqlFilter ?? ''), stripOrderBy(filter.jql));
  const stored = gadget.queryBy === 'report' ? { ...own, jqlFilter: narrowed } : own;
  const item = {
    moduleKey: moduleKeyOf(gadget),
    title: gadget.title,
    properties: { settings: stored },
  };
  return <AddDialog host={host} item={item} onClose={onClose} />;
}
