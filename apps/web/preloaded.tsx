import { type ComponentType, lazy, useState } from 'react';

export type Preloaded<Props> = ComponentType<Props> & {
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
  const Later = lazy(load) as ComponentType<Props>;
  function PreloadedComponent(props: Props) {
    const [Component] = useState(() => ready ?? Later);
    return <Component {...props} />;
  }
  return Object.assign(PreloadedComponent, {
    preload: async () => {
      const module = await load().catch(() => null);
      ready = module?.default ?? null;
    },
  });
}
