/**
 * The entities shared by the renderer and the main process, as schemas and the types inferred from
 * them. This module has those of the application; the resources of the service's interface are in
 * ./resources.
 */
export * from "./connection-test";
export * from "./preferences";
export * from "./problem";
export * from "./timestamp";
export * from "./uploads";
export * from "./workspace";
