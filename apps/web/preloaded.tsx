import { type ComponentType, lazy, type ReactNode, useState } from 'react';

export type Preloaded<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code early. Errors are thrown when rendering. */
  readonly preload: () => Promise<void>;
};

/**
 * A lazy component that renders at once when preloaded: React's own `lazy` suspends even for loaded code, and shows
 * suspended content up to 300 ms late.
 */
export function preloaded<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): Preloaded<Props> {
  let ready: ComponentType<Props> | null = null;
  let Lazy = lazyOnce();
  /** React keeps a rejected promise: a component that is mounted later tries again. */
  function lazyOnce(): ComponentType<Props> {
    return lazy(() =>
      load().catch(error => {
        Lazy = lazyOnce();
        throw error;
      }),
    ) as ComponentType<Props>;
  }
  function PreloadedComponent(props: Props) {
    const [Component] = useState(() => ready ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(PreloadedComponent, {
    preload: async () => {
      const module = await load().catch(() => null);
      ready = module?.default ?? null;
    },
  });
}
