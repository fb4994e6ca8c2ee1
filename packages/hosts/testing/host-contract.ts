import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import { createTransport } from '@tallyboard/jira/transport.ts';
import { describe, expect, it } from 'vitest';
import type { Host } from '../host.ts';
import { openBoardSets } from '../saved/board-set.ts';
import { openSavedReports } from '../saved/open-saved-reports.ts';
import { newItemId, OutdatedError } from '../saved/owned-items.ts';
import type { PagePin } from '../saved/pins.ts';
import { OutdatedReportError, type StoredReport } from '../saved/saved-report.ts';

/** A request as the backend of a host received it, and its reply. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path with its query, as an address. */
  readonly url: string;
  /** The JSON value of the body; undefined without one. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Builds the host of gadget 70 on dashboard 7, in a licensed app, over a backend. A backend that returns null never
 * answers; one that throws drops the connection.
 */
export type HostFactory = (answer: (request: ArrivedRequest) => Answer | null) => Host;

/** Our server, the storage of an app and Jira's user properties, with what was written to them. */
function savedReportsBackend() {
  const ok = (value: unknown): Answer => ({ status: 200, body: JSON.stringify(value) });
  const rights = { owner: 'Ana', mine: true, editable: true, manageable: true };
  const reports = new Map<string, StoredReport & { ownerId: string; shares: readonly unknown[] }>();
  const properties = new Map<string, unknown>();
  let start: string | null = null;
  return ({ method, url, body }: ArrivedRequest): Answer => {
    if (url.endsWith('/myself')) return ok({ accountId: 'a-1', name: 'ana' });
    const [, key] =
      /\/user\/properties\/(tallyboard-[a-z-]+)\?(?:accountId=a-1|username=ana)$/.exec(url) ?? [];
    if (key !== undefined) {
      if (method === 'PUT') properties.set(key, body);
      return properties.has(key) ? ok({ value: properties.get(key) }) : { status: 404, body: '{}' };
    }
    if (url === '/replica/projects/WEB/start-report') {
      if (method === 'PUT') start = (body as { report: string | null }).report;
      return ok({ report: start, editable: true });
    }
    const [, kind, id = ''] = /^\/replica\/(saved-reports|board-sets)\/?(.*)$/.exec(url) ?? [];
    if (id.endsWith('/gadgets')) return ok({ count: 2 });
    const favourite = reports.get(id.replace(/\/favourite$/, ''));
    if (id.endsWith('/favourite') && favourite) {
      reports.set(favourite.id, { ...favourite, favourite: method === 'PUT' });
      return { status: 204, body: '' };
    }
    const before = reports.get(id);
    if (method === 'DELETE') reports.delete(id);
    if (method === 'DELETE') return { status: 204, body: '' };
    if (method === 'PUT') {
      const change = body as StoredReport & { shares?: readonly unknown[] };
      if ((before?.version ?? 0) !== change.version) return { status: 409, body: '{}' };
      const fresh = { ownerId: 'a-1', shares: [], ...before };
      reports.set(id, { ...fresh, ...change, id, version: change.version + 1 });
    }
    const all = [...reports.values()].map(report => ({ ...report, ...rights }));
    const member = kind === 'board-sets' ? 'sets' : 'reports';
    if (id === '') return ok({ [member]: all.sort((a, b) => a.name.localeCompare(b.name)) });
    const found = all.find(report => report.id === id);
    return found ? ok(found) : { status: 404, body: '{}' };
  };
}

/** The behaviour common to all hosts, which shells and loader rely on. */
export function describeHostContract(name: string, create: HostFactory): void {
  const recording = (answer: Answer) => {
    const arrived: ArrivedRequest[] = [];
    const host = create(request => {
      arrived.push(request);
      return answer;
    });
    return { host, arrived };
  };

  describe(`${name}: the contract of hosts`, () => {
    it('sends method, path and query, and hands back status and body as text', async () => {
      const { host, arrived } = recording({ status: 200, body: '{"total":1}' });
      const query = { jql: 'text ~ "ü & b"', startAt: 0, skip: undefined };
      const reply = await host.request({ method: 'GET', path: '/rest/api/2/search', query });
      expect(reply).toMatchObject({ status: 200, body: '{"total":1}' });
      expect(arrived).toEqual([
        {
          method: 'GET',
          url: '/rest/api/2/search?jql=text%20~%20%22%C3%BC%20%26%20b%22&startAt=0',
          body: undefined,
        },
      ]);
    });

    it.each(['POST', 'PUT'] as const)('sends the body of a %s as JSON', async method => {
      const { host, arrived } = recording({ status: 204, body: '' });
      const body = { issues: ['OPS-1'], note: 'ü' };
      const reply = await host.request({ method, path: '/rest/agile/1.0/issue/rank', body });
      expect(reply).toMatchObject({ status: 204, body: '' });
      expect(arrived[0]).toMatchObject({ method, url: '/rest/agile/1.0/issue/rank', body });
    });

    it('resolves with a failed status, its body and its headers', async () => {
      const headers = { 'Retry-After': '7' };
      const { host } = recording({ status: 429, body: '<h1>Slow down</h1>', headers });
      const reply = await host.request({ method: 'GET', path: '/rest/api/2/field' });
      expect(reply).toMatchObject({ status: 429, body: '<h1>Slow down</h1>' });
      for (const key of Object.keys(reply.headers)) expect(key).toBe(key.toLowerCase());
      const transport = createTransport({ request: host.request.bind(host) });
      const write = transport.send({ method: 'PUT', path: '/rest/api/2/x', body: {} });
      await expect(write).rejects.toBeInstanceOf(HttpError);
    });

    it('rejects with status 0 when no reply comes', async () => {
      const host = create(() => {
        throw new TypeError('connection reset');
      });
      const asking = host.request({ method: 'GET', path: '/rest/api/2/field' });
      await expect(asking).rejects.toMatchObject({ name: 'NetworkError', status: 0 });
    });

    it('rejects at once with the reason of the signal', async () => {
      const host = create(() => null);
      const controller = new AbortController();
      const reason = new DOMException('enough', 'AbortError');
      const asking = host.request({ method: 'GET', path: '/rest/api/2/field' }, controller.signal);
      controller.abort(reason);
      await expect(asking).rejects.toBe(reason);
      await expect(host.request({ method: 'GET', path: '/x' }, controller.signal)).rejects.toBe(
        reason,
      );
    });

    it('lets go of a listener, and takes calls of the frame without one', () => {
      const { host } = recording({ status: 200, body: '' });
      const { onEdit, onRefresh, onSettingsChange, onColorMode } = host;
      for (const listen of [onEdit, onRefresh, onSettingsChange, onColorMode]) {
        const stop = listen(() => {});
        stop();
        stop();
      }
      host.resize(200);
      host.closeEdit();
    });

    it('links to an address without a slash at its end', () => {
      const { host } = recording({ status: 200, body: '' });
      expect(host.info.baseUrl).not.toMatch(/\/$/);
      expect(['cloud', 'data-center']).toContain(host.info.flavour);
    });

    it('knows where it is, and that the app is licensed', () => {
      const { host } = recording({ status: 200, body: '' });
      expect(host.info).toMatchObject({ dashboardId: '7', dashboardItemId: '70', licensed: true });
      // Must be cloneable to the worker.
      expect(structuredClone(host.info)).toEqual(host.info);
    });

    it('keeps the title of the gadget, and rejects when it is refused', async () => {
      const { host, arrived } = recording({ status: 204, body: '' });
      await host.setTitle('Ours & <mine>');
      const [kept] = arrived;
      expect(kept?.method).toBe('PUT');
      expect(kept?.url).toMatch(/\/dashboard\/7\/.*\b70\b/);
      expect(JSON.stringify(kept?.body)).toContain('Ours & <mine>');
      const refused = recording({ status: 403, body: '{"errorMessages":["No."]}' });
      await expect(refused.host.setTitle('Mine')).rejects.toBeInstanceOf(Error);
    });

    it('says what the frame lets through', () => {
      const { host } = recording({ status: 200, body: '' });
      const { print, download, newTabs, write, deletes } = host.can;
      for (const can of [print, download, newTabs, write, deletes])
        expect(can).toBeTypeOf('boolean');
    });

    it('takes a message away, twice if need be, where it shows messages itself', () => {
      const { host } = recording({ status: 200, body: '{}' });
      const close = host.showFlag?.({ kind: 'information', title: 'Saved' });
      close?.();
      close?.();
    });

    it('keeps saved reports where it has a place, and loses no change of another tab', async () => {
      const host = create(savedReportsBackend());
      const reports = openSavedReports(host);
      expect(reports === null).toBe(host.savedReports === null);
      if (!reports) return;
      const view = { report: 'velocity', settings: { bars: 3 }, jql: 'project = "Ü"' };
      const id = newItemId();
      expect(await reports.list()).toEqual([]);
      const first = await reports.save({ id, version: 0, name: 'Weekly', description: 'D', view });
      expect(first).toMatchObject({
        id,
        name: 'Weekly',
        description: 'D',
        view,
        version: 1,
        mine: true,
      });
      await reports.save({ id: newItemId(), version: 0, name: 'Another', view });
      expect((await reports.list()).map(({ name }) => name)).toEqual(['Another', 'Weekly']);
      await reports.save({ id, version: 1, name: 'Monthly' });
      expect(await reports.get(id)).toMatchObject({ name: 'Monthly', view, version: 2 });
      const late = reports.save({ id, version: 1, name: 'Late' });
      await expect(late).rejects.toBeInstanceOf(OutdatedReportError);
      expect(await reports.gadgets(id)).toBe(host.savedReports === 'server' ? 2 : null);
      if (host.savedReports === 'server') await reports.setProjectStart('WEB', id);
      else await expect(reports.setProjectStart('WEB', id)).rejects.toThrow('not shared');
      const isServer = host.savedReports === 'server';
      const start = { report: isServer ? id : null, editable: isServer };
      expect(await reports.projectStart('WEB')).toEqual(start);
      await reports.setFavourite(id, true);
      expect((await reports.list()).map(({ favourite }) => favourite)).toEqual([false, true]);
      expect((await reports.save({ id, version: 2, name: 'Monthly' })).favourite).toBe(true);
      await reports.setFavourite(id, false);
      expect(await reports.get(id)).toMatchObject({ favourite: false, version: 3 });
      await reports.remove(id);
      expect(await reports.get(id)).toBeNull();
    });

    it('keeps board sets where it has a place, and loses no change of another tab', async () => {
      const host = create(savedReportsBackend());
      const sets = openBoardSets(host);
      expect(sets === null).toBe(host.savedReports === null);
      if (!sets) return;
      const id = newItemId();
      const members = [{ board: 7 as BoardId }, { jql: 'project = "Ü"' }, { set: 'other000' }];
      const made = { id, version: 0, name: 'Programme', unit: 'points', members } as const;
      const first = await sets.save({ ...made, members: [...members] });
      expect(first).toMatchObject({ ...made, version: 1, mine: true, manageable: true });
      await sets.save({ ...made, id: newItemId(), name: 'Another', members: [] });
      expect((await sets.list()).map(({ name }) => name)).toEqual(['Another', 'Programme']);
      await sets.save({ id, version: 1, name: 'Portfolio' });
      expect(await sets.get(id)).toMatchObject({ name: 'Portfolio', members, version: 2 });
      const late = sets.save({ id, version: 1, name: 'Late' });
      await expect(late).rejects.toBeInstanceOf(OutdatedError);
      await sets.remove(id);
      expect(await sets.get(id)).toBeNull();
    });

    it('keeps pins with the user in Jira where no server does, until Jira has no room', async () => {
      const host = create(savedReportsBackend());
      const reports = openSavedReports(host);
      if (!reports || host.savedReports === 'server') return;
      const { pins } = reports;
      if (!pins) throw new Error('There are no pins.');
      expect(pins.compare).toBeNull();
      const [id, other] = [newItemId(), newItemId()];
      for (const [each, name] of [
        [id, 'Weekly'],
        [other, 'Another'],
      ] as const)
        await reports.save({ id: each, version: 0, name, view: {} });
      const figures = (asOf: string): PagePin => ({
        issues: ['10001'],
        figures: {
          asOf,
          question: { report: 'overview', jql: 'project = "Ü"', settings: {}, timeZone: 'Etc/UTC' },
          headline: [{ key: 'resolved', label: 'Resolved', text: '40%' }],
          figures: [{ key: 'resolved', value: 40 }],
          hash: 'abc',
        },
      });
      const [early, late] = ['2026-03-01T10:00:00.000Z', '2026-03-08T10:00:00.000Z'];
      await pins.add(id, 'second', async () => figures(late));
      const first = await pins.add(id, 'first', async () => figures(early));
      await pins.add(other, 'other', async () => figures(early));
      expect(await pins.list(id)).toMatchObject([
        { note: 'first', asOf: early, shown: true, removable: true, author: null },
        { note: 'second', asOf: late, figures: [{ key: 'resolved', value: 40 }] },
      ]);
      expect(await reports.get(id)).toMatchObject({ pins: { count: 2, latest: late } });
      expect(await reports.save({ id, version: 1, name: 'Monthly' })).toMatchObject({
        name: 'Monthly',
        pins: { count: 2 },
      });
      const long = 'x'.repeat(33_000);
      await expect(pins.add(id, long, async () => figures(late))).rejects.toThrow(
        'Jira has no room for another pin: it keeps 32 KB of them for each user. Delete one that you no longer need.',
      );
      const refused = pins.add(id, 'none', () => Promise.reject(new Error('Still loading.')));
      await expect(refused).rejects.toThrow('Still loading.');
      await pins.remove(id, first.id);
      expect((await pins.list(id)).map(({ note }) => note)).toEqual(['second']);
      await reports.remove(id);
      expect(await pins.list(id)).toEqual([]);
      expect((await reports.list()).map(({ name, pins }) => [name, pins?.count])).toEqual([
        ['Another', 1],
      ]);
    });

    it('shares a saved report where it can, which stays one report with its star', async () => {
      const host = create(savedReportsBackend());
      const reports = openSavedReports(host);
      if (!reports?.canShare) return;
      const id = newItemId();
      const shares = [{ kind: 'everyone' as const, name: '', label: null, edit: false }];
      await reports.save({ id, version: 0, name: 'Weekly', view: { report: 'velocity' } });
      await reports.setFavourite(id, true);
      await expect(reports.save({ id, version: 7, shares })).rejects.toThrow('changed elsewhere');
      const shared = await reports.save({ id, version: 1, shares });
      expect(shared).toMatchObject({ name: 'Weekly', shares, favourite: true });
      expect(await reports.list()).toEqual([shared]);
      const { version } = shared;
      const alone = await reports.save({ id, version, shares: [] });
      expect(alone).toMatchObject({ name: 'Weekly', shares: [], favourite: true });
      const late = reports.save({ id, version, name: 'Late' });
      await expect(late).rejects.toBeInstanceOf(OutdatedReportError);
      await reports.setFavourite(id, false);
      expect(await reports.list()).toMatchObject([{ id, favourite: false }]);
      await reports.remove(id);
      expect(await reports.list()).toEqual([]);
      const restored = await reports.save({ ...alone, version: 0 });
      expect(await reports.get(id)).toMatchObject(restored);
    });

    it('shares a board set where it can, which stays one set', async () => {
      const host = create(savedReportsBackend());
      const sets = openBoardSets(host);
      expect(sets?.canShare ?? false).toBe(['server', 'app'].includes(host.savedReports ?? ''));
      if (!sets?.canShare) return;
      const id = newItemId();
      const shares = [{ kind: 'everyone' as const, name: '', label: null, edit: false }];
      const members = [{ board: 7 as BoardId }];
      await sets.save({ id, version: 0, name: 'Train', unit: 'points', members });
      await expect(sets.save({ id, version: 7, shares })).rejects.toBeInstanceOf(OutdatedError);
      const shared = await sets.save({ id, version: 1, shares });
      expect(shared).toMatchObject({ name: 'Train', unit: 'points', members, shares });
      expect(await sets.list()).toEqual([shared]);
      const { version } = shared;
      const alone = await sets.save({ id, version, shares: [] });
      expect(alone).toMatchObject({ name: 'Train', members, shares: [] });
      const late = sets.save({ id, version, name: 'Late' });
      await expect(late).rejects.toBeInstanceOf(OutdatedError);
      await sets.remove(id);
      expect(await sets.list()).toEqual([]);
    });

    it('gives back the settings that it keeps itself', async () => {
      const { host } = recording({ status: 200, body: '{}' });
      if (!host.gadgetSettings) return;
      const settings = { jql: 'project = "Ü"', columns: [{ name: 'a', checked: true }] };
      await host.gadgetSettings.save(settings);
      expect(await host.gadgetSettings.read()).toEqual(settings);
    });
  });
}
