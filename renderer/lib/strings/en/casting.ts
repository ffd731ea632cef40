export const casting = { title: "Casting" };
