/** Jira's colours of gadgets. */
export const GADGET_COLORS = 'blue red yellow green cyan purple gray white'.split(' ');

export interface DashboardItem {
  id: string;
  dashboardId: string;
  moduleKey: string;
  title: string;
  color: string;
  /** Position within its column, from 0 without gaps. */
  row: number;
  column: number;
  /** Counts the writes of the item's properties. */
  revision: number;
}

/** A gadget to add; without a position it goes to the end of the first column. */
export interface NewDashboardItem
  extends Pick<DashboardItem, 'moduleKey' | 'title'>,
    Partial<Pick<DashboardItem, 'color' | 'row' | 'column'>> {
  properties?: Record<string, unknown>;
}

/** Who may see or change a dashboard besides its owner. */
export interface Share {
  readonly kind: 'everyone' | 'account' | 'group';
  /** An account or a group; '' for everyone. */
  readonly name: string;
  readonly edit: boolean;
}

export interface Dashboard {
  id: string;
  name: string;
  description: string;
  ownerId: string | null;
  /** One letter per column, as in Jira: 'A', 'AA', 'AB' (narrow, wide), 'BA', 'AAA'. */
  layout: string;
  createdMs: number;
  updatedMs: number;
  shares: readonly Share[];
  /** How long a wallboard shows it, in milliseconds. */
  cyclePeriodMs: number;
  /** Counts changes of the dashboard and of its items' positions, not of their properties. */
  version: number;
}

/** A dashboard with its items by column, then row, from one transaction. */
export interface DashboardState {
  dashboard: Dashboard;
  items: DashboardItem[];
  /** The filter that its gadgets follow by default, as parameters of its address; '' for none. */
  filter: string;
}

/** A partial update: omitted members stay. */
export interface DashboardChange
  extends Partial<Pick<Dashboard, 'name' | 'description' | 'layout' | 'shares' | 'cyclePeriodMs'>> {
  filter?: string;
  /** Items whose position, title or colour changes. The others close up around them. */
  items?: { id: string; row?: number; column?: number; title?: string; color?: string }[];
}
