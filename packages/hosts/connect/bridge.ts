/**
 * The part of Atlassian's bridge, the global `AP`, that is used here. The published typings swap the arguments of
 * showJQLEditor and declare every member as always present.
 */
export interface ConnectBridge {
  request(settings: BridgeRequest): Promise<{ body?: string; xhr?: BridgeReply }>;
  resize(width: string, height: string): void;
  sizeToParent?(hideFooter: boolean): void;
  /** Subscribes to events of the host. */
  register(listeners: Record<string, (data: unknown) => void>): void;
  readonly context?: {
    getToken(callback: (token: string) => void): unknown;
    getContext(callback: (context: unknown) => void): unknown;
  };
  readonly user?: {
    getCurrentUser(callback: (user: { atlassianAccountId?: string }) => void): unknown;
    getTimeZone(callback: (zone: string) => void): unknown;
  };
  readonly jira?: {
    isDashboardItemEditable?(callback: (editable: boolean) => void): unknown;
    setDashboardItemTitle?(title: string): unknown;
    initJQLEditor?(): unknown;
    showJQLEditor?(
      settings: { jql: string; header: string; submitText: string },
      callback: (chosen: { jql?: string }) => void,
    ): unknown;
    readonly DashboardItem?: {
      onDashboardItemEdit?(callback: () => void): void;
      onDashboardItemRefreshed?(callback: () => void): void;
    };
  };
  readonly flag?: { create(flag: BridgeFlag): { close(): void } };
  readonly events?: { on(name: string, listener: (data: unknown) => void): void };
  readonly theming?: { initializeTheming(): unknown };
}

export interface BridgeRequest {
  readonly url: string;
  readonly type: string;
  readonly data?: string;
  readonly contentType?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Required by the bridge for experimental resources. */
  readonly experimental: boolean;
}

/** A partial copy of the host's XMLHttpRequest. */
export interface BridgeReply {
  readonly status?: number;
  readonly responseText?: string;
  getResponseHeader?(name: string): string | null;
}

export interface BridgeFlag {
  readonly title: string;
  readonly body: string;
  readonly type: 'info' | 'success' | 'warning' | 'error';
  readonly close: 'manual' | 'auto';
  readonly actions?: Readonly<Record<string, string>>;
}
