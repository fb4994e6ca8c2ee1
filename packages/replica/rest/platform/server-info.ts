import type { Api, Call } from '../api.ts';

export function serverInfo(api: Api): void {
  const answer = async (call: Call) => {
    const site = await call.store.catalogue.site();
    const cloud = call.flavour === 'cloud';
    const version = cloud ? '1001.0.0-SNAPSHOT' : '10.3.0';
    return {
      baseUrl: call.base,
      ...(cloud ? { displayUrl: call.base } : {}),
      version,
      versionNumbers: version.split('-')[0]?.split('.').map(Number),
      deploymentType: cloud ? 'Cloud' : 'Server',
      buildNumber: cloud ? 100290 : 10030000,
      buildDate: '2026-01-01T00:00:00.000+0000',
      serverTime: new Date(call.now()).toISOString().replace('Z', '+0000'),
      ...(cloud ? { serverTimeZone: call.caller.zone } : {}),
      scmInfo: 'replica',
      serverTitle: String(site.title ?? 'Jira'),
    };
  };
  api.platform.get('/serverInfo', answer);
}
