import type { Host } from '@tallyboard/hosts/host.ts';
import { useEffect } from 'react';
import { readLocal } from '../browser-storage.ts';
import { readStartReport } from '../reports-page/saved/start-report.ts';
import { go } from '../router/address.ts';
import { LAST_DASHBOARD } from './dashboard.ts';
import { fetchDashboards } from './dashboards-api.ts';

/** The root of the server: opens the start page of the reader, else the last open dashboard, else the first, else the list. */
export default function HomePage({ host }: { readonly host: Host }) {
  useEffect(() => {
    const start = readStartReport();
    if (start !== null) return go(`/reports?saved=${start}`, 'replace');
    const controller = new AbortController();
    fetchDashboards(host, controller.signal).then(
      dashboards => {
        const last = readLocal(LAST_DASHBOARD);
        const { id } = dashboards.find(each => each.id === last) ?? dashboards[0] ?? {};
        go(id === undefined ? '/dashboards' : `/dashboards/${id}`, 'replace');
      },
      () => {
        // The list shows the error and retries.
        if (!controller.signal.aborted) go('/dashboards', 'replace');
      },
    );
    return () => controller.abort();
  }, [host]);
  return (
    <main className="tb-page-message">
      <h1 className="tb-hidden">Tallyboard</h1>
    </main>
  );
}
