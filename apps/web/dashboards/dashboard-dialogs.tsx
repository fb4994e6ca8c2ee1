import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { preloaded } from '../preloaded.tsx';
import { go } from '../router/address.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { columnsOf, type Dashboard } from './dashboard.ts';
import type { createCards } from './dashboard-grid.tsx';
import { addItem, copyDashboard, deleteDashboard } from './dashboards-api.ts';
import { GadgetDialog, LayoutDialog, ManageDialog } from './dialogs.tsx';
import { moduleKeyOf } from './gadget-kinds.ts';
import type { Edit, LiveDashboard } from './use-dashboard.ts';

const Gallery = preloaded(() => import('./gallery.tsx'));
const ShareDialog = preloaded(() => import('../share/share-dialog.tsx'));
const DisplayLinkDialog = preloaded(() => import('./wallboard/display-link-dialog.tsx'));
const SubscribeDialog = preloaded(() => import('../reports-page/saved/subscribe-dialog.tsx'));
const WallboardDialog = preloaded(() => import('./wallboard/wallboard-dialog.tsx'));

export interface DashboardDialog {
  readonly kind:
    | 'gallery'
    | 'layout'
    | 'rename'
    | 'copy'
    | 'share'
    | 'subscribe'
    | 'delete'
    | 'wallboard'
    | 'display-link';
}

export type OpenDialog =
  | DashboardDialog
  | { readonly kind: 'gadget' | 'copy-gadget'; readonly itemId: string };

/** The end of the column that is shortest on screen, the first of them. */
function shortestColumn(dashboard: Dashboard) {
  const heights = [...document.querySelectorAll<HTMLElement>('.tb-dash__column:not([hidden])')].map(
    ({ lastElementChild: last, offsetTop }) =>
      last instanceof HTMLElement ? last.offsetTop + last.offsetHeight - offsetTop : 0,
  );
  const column = Math.max(0, heights.indexOf(Math.min(...heights)));
  return { column, row: columnsOf(dashboard)[column]?.length ?? 0 };
}

interface DashboardDialogsProps {
  readonly host: Host;
  readonly live: LiveDashboard;
  readonly dashboard: Dashboard;
  readonly cards: ReturnType<typeof createCards>;
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
}

export function DashboardDialogs(props: DashboardDialogsProps) {
  const { host, live, dashboard, cards, dialog, onClose } = props;
  const { id, name, layout, items } = dashboard;
  const run = (problem: string, work: () => Promise<unknown>) => {
    onClose();
    work().catch(showProblem(problem));
  };
  const edit = (change: Edit) => live.save(change);
  const add = (kind: Gadget) =>
    run('The gadget could not be added', async () => {
      const place = shortestColumn(dashboard);
      const item = { moduleKey: moduleKeyOf(kind), title: kind.title, ...place };
      // A gadget added before, still loading, would take the focus from this one.
      cards.added.clear();
      const next = await addItem(host, id, item);
      const known = new Set(items.map(each => each.id));
      for (const each of next.items) if (!known.has(each.id)) cards.added.add(each.id);
      live.take(next);
    });

  switch (dialog.kind) {
    case 'gallery':
      return <Gallery onAdd={add} onClose={onClose} />;
    case 'layout':
      return (
        <LayoutDialog
          layout={layout}
          onLayout={next => {
            onClose();
            void live.change(() => ({ layout: next }));
          }}
          onClose={onClose}
        />
      );
    case 'share':
      return (
        <ShareDialog
          host={host}
          title="Share the dashboard"
          owner={dashboard.owner}
          shares={dashboard.shares}
          onShare={shares => edit(() => ({ shares }))}
          onClose={onClose}
        />
      );
    case 'subscribe':
      return (
        <SubscribeDialog
          host={host}
          zone={Intl.DateTimeFormat().resolvedOptions().timeZone}
          dateFormat="YYYY-MM-DD"
          of={{ kind: 'dashboard', id }}
          name={name}
          onClose={onClose}
        />
      );
    case 'wallboard':
      return (
        <WallboardDialog
          host={host}
          dashboard={dashboard}
          onStart={(address, cyclePeriodMs) => {
            if (dashboard.editable && cyclePeriodMs !== dashboard.cyclePeriodMs)
              void live.change(() => ({ cyclePeriodMs }));
            go(address, 'push');
          }}
          onClose={onClose}
        />
      );
    case 'display-link':
      return <DisplayLinkDialog host={host} dashboardId={id} onClose={onClose} />;
    case 'copy-gadget':
    case 'gadget':
      return <ItemDialog {...props} kind={dialog.kind} itemId={dialog.itemId} onEdit={edit} />;
    default:
      return (
        <ManageDialog
          kind={dialog.kind}
          dashboard={dashboard}
          onRename={next => edit(() => (next === name ? {} : { name: next }))}
          onCopy={async next => {
            const copy = await copyDashboard(host, id, next);
            go(`/dashboards/${copy.id}`, 'push');
          }}
          onDelete={async () => {
            await deleteDashboard(host, id);
            go('/dashboards', 'push');
          }}
          onClose={onClose}
        />
      );
  }
}

function ItemDialog(
  props: Pick<DashboardDialogsProps, 'host' | 'live' | 'dashboard' | 'onClose'> & {
    readonly kind: 'gadget' | 'copy-gadget';
    readonly itemId: string;
    readonly onEdit: (change: Edit) => Promise<unknown>;
  },
) {
  const { host, live, dashboard, kind, itemId, onEdit, onClose } = props;
  const item = dashboard.items.find(each => each.id === itemId);
  if (!item) return null;
  if (kind === 'copy-gadget')
    return (
      <CopyDialog
        host={host}
        live={live}
        dashboardId={dashboard.id}
        item={item}
        editable={dashboard.editable}
        onClose={onClose}
      />
    );
  return (
    <GadgetDialog
      item={item}
      onSave={change =>
        onEdit(now =>
          now.items.some(each => each.id === itemId)
            ? { items: [{ id: itemId, ...change }] }
            : null,
        )
      }
      onClose={onClose}
    />
  );
}
