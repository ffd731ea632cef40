/**
 * All work of the application that goes on without the window: one notion of "busy" for quitting,
 * closing, sleep and the taskbar.
 */
import { sumOfActivities, type Activity, type ActivityKind } from "../../preload/facts/activity";
import { createActivityTracker } from "../common/activity-tracker";

export interface ApplicationActivity {
  /** Work of the application itself begins. Call the returned function when it has ended. */
  begin(kind: ActivityKind): () => void;
  /** Replaces what the service of a workspace is doing. */
  setService(workspaceId: string, activity: Activity): void;
  stop(): void;
}

/** `onChange` is called with the sum of the application and all services. */
export function createApplicationActivity(
  onChange: (activity: Activity) => void,
): ApplicationActivity {
  const services = new Map<string, Activity>();
  const own = createActivityTracker(report);
  let isStopped = false;

  function report(): void {
    if (!isStopped) onChange(sumOfActivities([own.current(), ...services.values()]));
  }
  return {
    begin: own.begin,
    setService(workspaceId, activity) {
      services.set(workspaceId, activity);
      report();
    },
    stop() {
      isStopped = true;
      own.stop();
    },
  };
}
