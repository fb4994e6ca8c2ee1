import './dashboards.css';
import Add from '@atlaskit/icon/core/add';
import type { Host } from '@tallyboard/hosts/host.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Menu } from '@tallyboard/ui/controls/menu.tsx';
import { EmptyState, ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { useCallback, useEffect, useState } from 'react';
import { go } from '../router/address.ts';
import { BrandBar } from '../start/brand-bar.tsx';
import { canShare } from '../start/server-note.ts';
import type { DashboardSummary } from './dashboard.ts';
import {
  copyDashboard,
  createDashboard,
  deleteDashboard,
  fetchDashboards,
  putDashboard,
} from './dashboards-api.ts';
import { ManageDialog, type ManageDialogProps, NameDialog } from './dialogs.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { messageOf, showProblem } from './show-problem.ts';

type Loaded =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  | { readonly phase: 'loaded'; readonly dashboards: readonly DashboardSummary[] };

type Dialog = { readonly kind: 'create' } | Pick<ManageDialogProps, 'kind' | 'dashboard'>;

/** All dashboards: create, open, rename, copy, delete. */
export default function DashboardsPage({ host }: { readonly host: Host }) {
  const { loaded, load } = useList(host);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  useEffect(() => {
    document.title = 'Dashboards - Tallyboard';
  }, []);
  return (
    <>
      <BrandBar />
      <main className="tb-dash tb-dash--list">
        <div className="tb-dash__line">
          <h1>Dashboards</h1>
          <Button appearance="primary" icon={Add} onClick={() => setDialog({ kind: 'create' })}>
            Create dashboard
          </Button>
        </div>
        {loaded.phase === 'failed' && (
          <ErrorState title="The dashboards could not be loaded" onRetry={load}>
            {loaded.message}
          </ErrorState>
        )}
        {loaded.phase === 'loaded' && loaded.dashboards.length === 0 && (
          <EmptyState
            title="No dashboards yet"
            action={{ label: 'Create dashboard', onSelect: () => setDialog({ kind: 'create' }) }}
          >
            A dashboard shows several reports at once.
          </EmptyState>
        )}
        {loaded.phase === 'loaded' && loaded.dashboards.length > 0 && (
          <List host={host} dashboards={loaded.dashboards} onDialog={setDialog} onChanged={load} />
        )}
      </main>
      {dialog && (
        <ListDialog host={host} dialog={dialog} onClose={() => setDialog(null)} onChanged={load} />
      )}
    </>
  );
}

function useList(host: Host) {
  const [loaded, setLoaded] = useState<Loaded>({ phase: 'loading' });
  const load = useCallback(() => {
    fetchDashboards(host).then(
      dashboards => setLoaded({ phase: 'loaded', dashboards }),
      error => setLoaded({ phase: 'failed', message: messageOf(error) }),
    );
  }, [host]);
  useEffect(() => {
    load();
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, [load]);
  return { loaded, load };
}

const MANAGE = [
  { kind: 'copy', label: 'Copy', needs: null },
  { kind: 'rename', label: 'Rename', needs: 'editable' },
  { kind: 'delete', label: 'Delete', needs: 'manageable' },
] as const;

interface ListProps {
  readonly host: Host;
  readonly dashboards: readonly DashboardSummary[];
  readonly onDialog: (dialog: Dialog) => void;
  readonly onChanged: () => void;
}

/** Favorites first. */
function List({ host, dashboards, onDialog, onChanged }: ListProps) {
  const sorted = dashboards.toSorted((a, b) => Number(b.favourite) - Number(a.favourite));
  return (
    <table className="tb-dash__list">
      <thead>
        <tr>
          <th scope="col">
            <span className="tb-hidden">Favorite</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col">Owner</th>
          <th scope="col">Changed</th>
          <th scope="col">
            <span className="tb-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(dashboard => (
          <tr key={dashboard.id}>
            <td>
              <FavoriteButton host={host} dashboard={dashboard} onChanged={onChanged} />
            </td>
            <th scope="row">
              <a href={`/dashboards/${dashboard.id}`} dir="auto">
                {dashboard.name}
              </a>
              {dashboard.description && (
                <span className="tb-quiet" dir="auto">
                  {dashboard.description}
                </span>
              )}
            </th>
            <td>
              {dashboard.mine ? 'You' : (dashboard.owner ?? 'Everyone')}
              {dashboard.mine && dashboard.shares.length > 0 && (
                <span className="tb-quiet"> (shared)</span>
              )}
            </td>
            <td>
              <time dateTime={new Date(dashboard.updatedMs).toISOString()}>
                {new Date(dashboard.updatedMs).toLocaleDateString()}
              </time>
            </td>
            <td>
              <Menu
                label={`Actions of ${dashboard.name}`}
                dots
                actions={[
                  {
                    id: 'wallboard',
                    label: 'Wallboard',
                    onSelect: () => go(`/dashboards/${dashboard.id}/wallboard`, 'push'),
                  },
                  ...MANAGE.map(({ kind, label, needs }) => ({
                    id: kind,
                    label,
                    disabled: needs !== null && !dashboard[needs],
                    onSelect: () => onDialog({ kind, dashboard }),
                  })),
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ListDialogProps {
  readonly host: Host;
  readonly dialog: Dialog;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function ListDialog({ host, dialog, onClose, onChanged }: ListDialogProps) {
  const run = (problem: string, work: Promise<unknown>) => {
    onClose();
    void work.catch(showProblem(problem)).then(onChanged);
  };
  if (dialog.kind === 'create') {
    const create = async (name: string, shared: boolean) => {
      const { id } = await createDashboard(host, { name, shared });
      go(`/dashboards/${id}`, 'push');
    };
    return (
      <NameDialog
        title="Create a dashboard"
        confirm="Create"
        name=""
        {...(canShare() && { shared: true })}
        onName={(name, shared) => run('The dashboard could not be created', create(name, shared))}
        onClose={onClose}
      />
    );
  }
  const { id, version } = dialog.dashboard;
  return (
    <ManageDialog
      {...dialog}
      onRename={name =>
        run('The dashboard could not be renamed', putDashboard(host, id, version, { name }))
      }
      onCopy={name => run('The dashboard could not be copied', copyDashboard(host, id, name))}
      onDelete={() => run('The dashboard could not be deleted', deleteDashboard(host, id))}
      onClose={onClose}
    />
  );
}
