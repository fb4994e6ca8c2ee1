import type { Filter } from '@tallyboard/engine/gadgets/filter.ts';
import { settingsOfPage } from '@tallyboard/engine/gadgets/write-settings.ts';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import AddDialog from '../dashboards/copy-dialog.tsx';
import { moduleKeyOf } from '../dashboards/gadget-kinds.ts';
import { differsFromSaved, type PageState } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { useSavedReport } from './saved/saved-store.ts';

/** Makes a gadget of what is shown; an unchanged saved report stays its source. */
export default function AddGadget(props: {
  readonly gadget: Gadget;
  readonly report: AnyReport;
  readonly settings: unknown;
  readonly filter: Filter;
  readonly state: PageState;
  readonly onClose: () => void;
}) {
  const { gadget, report, settings, filter, state, onClose } = props;
  const { host } = useSession();
  const { report: open } = useSavedReport(state.saved);
  const saved = open && !differsFromSaved(state) ? open : null;
  const draft = {
    report,
    settings,
    filter,
    refreshMinutes: 0,
    chartHeight: 'automatic',
    asOf: state.asOf,
  } as const;
  const item = {
    moduleKey: moduleKeyOf(gadget),
    title: saved?.name ?? gadget.title,
    properties: {
      settings: {
        ...settingsOfPage(gadget, host.info.flavour, {}, draft),
        ...(saved && { saved: { id: saved.id, name: saved.name } }),
      },
    },
  };
  return (
    <AddDialog host={host} item={item} onClose={onClose}>
      {saved && <SavedNote saved={saved} />}
    </AddDialog>
  );
}

const SavedNote = ({ saved: { name, shares } }: { readonly saved: SavedReport }) => (
  <p>
    The gadget shows the saved report <bdi>{name}</bdi>: when it is changed, the gadget changes too.
    {shares.length === 0 && ' Share the report with the readers of the dashboard.'}
  </p>
);
