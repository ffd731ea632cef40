export default "PRAGMA application_id = 1145195607";
