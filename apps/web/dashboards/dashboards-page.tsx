import { messageOf } from '@tallyboard/ui/feedback/flags.tsx';
import './dashboards.css';
import Add from '@atlaskit/icon/core/add';
import type { Host } from '@tallyboard/hosts/host.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Menu } from '@tallyboard/ui/controls/menu.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { EmptyState, ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Find, type FindProps } from '../find/find.tsx';
import { go } from '../router/address.ts';
import { BrandBar } from '../start/brand-bar.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { DashboardSummary } from './dashboard.ts';
import { copyDashboard, deleteDashboard, fetchDashboards, putDashboard } from './dashboards-api.ts';
import { ManageDialog, type ManageDialogProps } from './dialogs.tsx';
import { FavoriteButton } from './favorite-button.tsx';

const CreateDialog = lazy(() => import('./create-dialog.tsx'));

type Dialog = { readonly kind: 'create' } | Pick<ManageDialogProps, 'kind' | 'dashboard'>;

export default function DashboardsPage({ host, engine }: FindProps) {
  const { value: dashboards, error, reload } = useLoaded(host, fetchDashboards);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  useEffect(() => {
    document.title = 'Dashboards - Tallyboard';
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);
  return (
    <>
      <BrandBar>
        <Find host={host} engine={engine} />
      </BrandBar>
      <main className="tb-dash tb-dash--list">
        <div className="tb-dash__line">
          <h1>Dashboards</h1>
          <Button appearance="primary" icon={Add} onClick={() => setDialog({ kind: 'create' })}>
            Create dashboard
          </Button>
        </div>
        {error !== null && (
          <ErrorState title="The dashboards could not be loaded" onRetry={reload}>
            {messageOf(error)}
          </ErrorState>
        )}
        {dashboards?.length === 0 && (
          <EmptyState
            title="No dashboards yet"
            action={{ label: 'Create dashboard', onSelect: () => setDialog({ kind: 'create' }) }}
          >
            A dashboard shows several reports at once.
          </EmptyState>
        )}
        {dashboards && dashboards.length > 0 && (
          <List host={host} dashboards={dashboards} onDialog={setDialog} onChanged={reload} />
        )}
      </main>
      {dialog && (
        <ListDialog
          host={host}
          dialog={dialog}
          onClose={() => setDialog(null)}
          onChanged={reload}
        />
      )}
    </>
  );
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

function List(props: ListProps) {
  const { dashboards } = props;
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = dashboards
    .filter(({ name, description, owner }) => {
      const text = `${name} ${description} ${owner ?? ''}`.toLowerCase();
      return words.every(word => text.includes(word));
    })
    .sort((a, b) => Number(b.favourite) - Number(a.favourite));
  return (
    <>
      <TextField label="Search dashboards" type="search" value={search} onChange={setSearch} />
      <p className={found.length > 0 ? 'tb-hidden' : 'tb-quiet'} role="status">
        {found.length === 0 ? 'No dashboards match.' : words.length > 0 && `${found.length} found`}
      </p>
      {found.length > 0 && <Table {...props} dashboards={found} />}
    </>
  );
}

function Table({ host, dashboards, onDialog, onChanged }: ListProps) {
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
        {dashboards.map(dashboard => (
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

function ListDialog(props: {
  readonly host: Host;
  readonly dialog: Dialog;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const { host, dialog, onClose, onChanged } = props;
  const run = (work: Promise<unknown>) => work.finally(onChanged);
  if (dialog.kind === 'create')
    return (
      <Suspense>
        <CreateDialog
          host={host}
          onCreate={made => run(made.then(id => go(`/dashboards/${id}`, 'push')))}
          onClose={onClose}
        />
      </Suspense>
    );
  const { dashboard } = dialog;
  return (
    <ManageDialog
      {...dialog}
      onRename={name => run(putDashboard(host, dashboard, { name }))}
      onCopy={name => run(copyDashboard(host, dashboard.id, name))}
      onDelete={() => run(deleteDashboard(host, dashboard.id))}
      onClose={onClose}
    />
  );
}
