// As much of Unity as the sample script names, so that it is compiled.

using System;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3 { x = a.x - b.x, y = a.y - b.y, z = a.z - b.z }; }
        public static Vector3 operator *(Vector3 a, float f) { return new Vector3 { x = a.x * f, y = a.y * f, z = a.z * f }; }
        public static Vector3 operator /(Vector3 a, float f) { return a * (1 / f); }
    }
    public class Transform
    {
        public Vector3 InverseTransformDirection(Vector3 v) { return v; }
    }
    public class MonoBehaviour
    {
        public readonly Transform transform = new Transform();
        public T GetComponent<T>() where T : new() { return new T(); }
    }
    public class Rigidbody
    {
        public Vector3 velocity { get { return new Vector3(); } }
        public Vector3 angularVelocity { get { return new Vector3(); } }
    }
    public static class Mathf
    {
        public const float Rad2Deg = (float)(180 / Math.PI);
    }
    public static class Time
    {
        public static float fixedDeltaTime { get { return 0.02f; } }
        public static float timeScale { get { return 1; } }
    }
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class RequireComponent : Attribute
    {
        public RequireComponent(Type type) { }
    }
}
