declare module '*.css';
declare module 'virtual:tallyboard-theme.css';
declare namespace React {
  interface CSSProperties {
    [name: `--tb-${string}`]: string | number | undefined;
  }
}
