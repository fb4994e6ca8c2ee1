export interface Outline {
  key: string;
  name: string;
  kind: 'scrum' | 'kanban' | 'desk' | 'team-managed';
  share: number;
  closedSprints: number;
  /** Minimum age of the active sprint in days. */
  running: number;
  components: string;
  labels: string;
  teams: string;
}

export const OUTLINES: readonly Outline[] = [
  {
    key: 'WEB',
    name: 'Customer Portal',
    kind: 'scrum',
    share: 0.22,
    closedSprints: 15,
    running: 3,
    components: 'Booking,Tracking,Account,Billing,Claims',
    labels: 'accessibility,copy,seo,quick-win,customer-wish,design-debt',
    teams: 'Harbour,Lighthouse',
  },
  {
    key: 'APP',
    name: 'Driver App',
    kind: 'scrum',
    share: 0.2,
    closedSprints: 14,
    running: 7,
    components: 'Scanner,Route,Offline sync,Signature,Messaging',
    labels: 'android,ios,battery,driver-council,quick-win,telemetry',
    teams: 'Compass,Anchor',
  },
  {
    key: 'PLAT',
    name: 'Shipping Platform',
    kind: 'scrum',
    share: 0.2,
    closedSprints: 13,
    running: 5,
    components: 'Gateway,Rates,Labels,Events,Tenants',
    labels: 'tech-debt,security,performance,public-api,observability',
    teams: 'Keel,Rudder',
  },
  {
    key: 'OPS',
    name: 'Operations',
    kind: 'kanban',
    share: 0.14,
    closedSprints: 0,
    running: 0,
    components: 'Network,Devices,Backup,Access',
    labels: 'audit,peak-season,vendor,runbook',
    teams: 'Night Watch',
  },
  {
    key: 'HELP',
    name: 'Help Desk',
    kind: 'desk',
    share: 0.17,
    closedSprints: 0,
    running: 0,
    components: 'Printing,Accounts,Integrations,Hardware',
    labels: 'vip,how-to,recurring,depot',
    teams: 'First Line',
  },
  {
    key: 'SITE',
    name: 'Marketing Site',
    kind: 'team-managed',
    share: 0.07,
    closedSprints: 0,
    running: 0,
    components: '',
    labels: 'campaign,brand,seo,agency',
    teams: 'Storytellers',
  },
];
